import { seldom } from './seldom.js';
import { standingClock } from '../testing.js';

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

it('is not kept quiet for an hour because the clock was put back by one', () => {
  const clock = standingClock();
  const told: number[] = [];
  const trouble = seldom(clock, (_, times) => void told.push(times));
  trouble('the disk is full');
  clock.pass(-3_600_000);
  trouble('the disk is full');
  expect(told).toEqual([1, 1]);
});
