import type { MonthLetterFact } from '@larder/contracts/sales/month-letters.js';
import { given } from '@larder/kit/testing.js';
import { monthLetterOf, nextLetter, type MonthLetterCommand } from './month-letter.js';

const march = { month: '2026-03', dueAt: '2026-04-01T11:00:00.000Z' };
const april = { month: '2026-04', dueAt: '2026-05-01T11:00:00.000Z' };
const wanted: MonthLetterFact = { type: 'MonthLetterWanted', data: { userId: 'u1', next: march } };
const cameDue: MonthLetterFact = { type: 'MonthLetterCameDue', data: { userId: 'u1', month: '2026-03', next: april } };
const comeDue = (now: string, next: { month: string; dueAt: string }): MonthLetterCommand => ({ type: 'ComeDue', now, next });

describe('Letters about the month', () => {
  it('are wanted once', () => given(monthLetterOf).when({ type: 'WantLetters', userId: 'u1', next: march }).then(wanted));
  it('are wanted already', () => given(monthLetterOf, wanted).when({ type: 'WantLetters', userId: 'u1', next: april }).thenNothing());
  it('come due when the month is over, each with the next', () => given(monthLetterOf, wanted).when(comeDue('2026-04-01T11:00:00.000Z', april)).then(cameDue));
  it('do not come due before', () => given(monthLetterOf, wanted).when(comeDue('2026-04-01T10:59:59.999Z', march)).thenNothing());
  it('come due once, whoever else looked', () => given(monthLetterOf, wanted, cameDue).when(comeDue('2026-04-01T11:00:01.000Z', april)).thenNothing());
  it('are about the last month alone after months in which nothing ran', () => {
    const july = { month: '2026-07', dueAt: '2026-08-01T11:00:00.000Z' };
    given(monthLetterOf, wanted).when(comeDue('2026-07-09T08:00:00.000Z', july)).then({ type: 'MonthLetterCameDue', data: { userId: 'u1', month: '2026-06', next: july } });
  });
  it('wait for the end of the month where the organization has moved west', () => {
    const later = { month: '2026-03', dueAt: '2026-04-01T14:00:00.000Z' };
    given(monthLetterOf, wanted).when(comeDue('2026-04-01T11:00:00.000Z', later)).then({ type: 'MonthLetterWanted', data: { userId: 'u1', next: later } });
  });
  it('end when they are wanted no more, and begin again', () => {
    const ended: MonthLetterFact = { type: 'MonthLettersEnded', data: { userId: 'u1', why: 'asked' } };
    given(monthLetterOf, wanted).when({ type: 'EndLetters', why: 'asked' }).then(ended);
    given(monthLetterOf).when({ type: 'EndLetters', why: 'asked' }).thenNothing();
    given(monthLetterOf, wanted, ended).when(comeDue('2026-04-01T11:00:00.000Z', april)).thenNothing();
    given(monthLetterOf, wanted, ended).when({ type: 'WantLetters', userId: 'u1', next: april }).then({ type: 'MonthLetterWanted', data: { userId: 'u1', next: april } });
  });
});

it.each([
  ['2026-03-10T17:00:00.000Z', 'America/New_York', '2026-03', '2026-04-01T11:00:00.000Z'],
  ['2026-04-01T03:59:59.000Z', 'America/New_York', '2026-03', '2026-04-01T11:00:00.000Z'],
  ['2026-12-31T22:59:00.000Z', 'Europe/Berlin', '2026-12', '2027-01-01T06:00:00.000Z'],
  ['2026-12-31T23:00:00.000Z', 'Europe/Berlin', '2027-01', '2027-02-01T06:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', 'Pacific/Auckland', '2028-03', '2028-03-31T18:00:00.000Z'],
])('at %s in %s the next letter is about %s, written at %s', (now, zone, month, dueAt) => expect(nextLetter(now, zone)).toEqual({ month, dueAt }));
