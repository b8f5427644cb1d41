import { leftNow, minutesAndSeconds, signalWord, statusProblem, uptimeText } from './hardware-words.js';

it('time is shown as minutes and seconds, and goes down between two answers', () => {
  expect([minutesAndSeconds(725), minutesAndSeconds(59), minutesAndSeconds(0)]).toEqual(['12:05', '0:59', '']);
  expect([leftNow(60, 1000, 11_400), leftNow(60, 1000, 500), leftNow(5, 0, 60_000)]).toEqual([50, 60, 0]);
});

it('figures are put in words', () => {
  expect([-58, -70, -90].map(signalWord)).toEqual(['strong', 'fair', 'weak']);
  expect([59, 3_700, 200_000].map(uptimeText)).toEqual(['0 min', '1 h 1 min', '2 d 7 h']);
});

it('a machine that could not be asked is told apart from one that was', () => {
  expect(['NETWORK', 'UNAVAILABLE', 'INTERNAL'].map((code) => statusProblem({ status: 0, code, message: '' }))).toEqual(['Hardware communication failed', 'Hardware communication failed', 'Failed to get hardware status']);
});
