import { beginningText, clockText, leftNow, minutesAndSeconds, reportsText, signalWord, statusProblem, unreadLately, uptimeText } from './hardware-words.js';

it('time is shown as minutes and seconds, and goes down between two answers', () => {
  expect([minutesAndSeconds(725), minutesAndSeconds(59), minutesAndSeconds(0)]).toEqual(['12:05', '0:59', '']);
  expect([leftNow(60, 1000, 11_400), leftNow(60, 1000, 500), leftNow(5, 0, 60_000)]).toEqual([50, 60, 0]);
});

it('figures are put in words', () => {
  expect([-58, -70, -90].map(signalWord)).toEqual(['strong', 'fair', 'weak']);
  expect([59, 3_700, 200_000].map(uptimeText)).toEqual(['0 min', '1 h 1 min', '2 d 7 h']);
});

it('reports are told to the last one without a hole before it', () => {
  const link = { connected: true, completeTo: 4182, missing: 0, late: 0 };
  expect(reportsText(link)).toEqual({ text: 'complete to 4,182', isWhole: true });
  expect(reportsText({ ...link, missing: 3, late: 1 })).toEqual({ text: 'complete to 4,182, 3 missing, 1 came late', isWhole: false });
});

it('a clock is right, or off by so much', () => {
  expect([0, -4, 90, -180, 7_300, -400_000].map((seconds) => clockText(seconds).text)).toEqual(['right', 'right', '90 s ahead', '3 min behind', '2 h ahead', '5 d behind']);
});

it('a machine that could not be asked is told apart from one that was', () => {
  expect(['NETWORK', 'UNAVAILABLE', 'INTERNAL'].map((code) => statusProblem({ status: 0, code, message: '' }))).toEqual(['Hardware communication failed', 'Hardware communication failed', 'Failed to get hardware status']);
});

it('what nobody could read is shown for a day, the last of it, as text', () => {
  const at = (hour: number) => ({ channel: 'evt' as const, receivedAt: new Date(Date.UTC(2026, 2, 1, hour)).toISOString(), why: 'no JSON', bytes: 2, beginning: 'aGk=' });
  expect(unreadLately([at(23), at(22), at(21), at(20)], Date.UTC(2026, 2, 2, 1))).toEqual([at(23), at(22), at(21)]);
  expect(unreadLately([at(23), at(0)], Date.UTC(2026, 2, 2, 0))).toEqual([at(23)]);
  expect([beginningText('aGk='), beginningText('/2hp')]).toEqual(['hi', '\ufffdhi']);
});
