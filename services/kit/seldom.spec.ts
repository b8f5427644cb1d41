import { seldom } from './seldom.js';
import { standingClock } from './testing.js';

it('what fails again and again is told at once, and then once a minute with how often', () => {
  const clock = standingClock();
  const told: [unknown, number][] = [];
  const trouble = seldom(clock, (error, times) => void told.push([error, times]));
  for (let seconds = 0; seconds < 120; seconds++) {
    trouble('the disk is full');
    clock.pass(1_000);
  }
  trouble('the disk is still full');
  expect(told).toEqual([['the disk is full', 1], ['the disk is full', 60], ['the disk is still full', 60]]);
});
