import type { DeadLetterFact } from '@larder/contracts/dead-letters.js';
import type { AnyFact } from '@larder/contracts/fact.js';
import { given, stored } from '../testing.js';
import { isPassingLane, setAside } from './set-aside.js';

const now = '2026-03-01T12:00:00.000Z';
const [first, second] = stored([{ type: 'Happened', data: {} }, { type: 'Happened', data: {} }]) as unknown as [AnyFact, AnyFact];
const lain = (fact: AnyFact, lane: string, why: { error?: string; passes?: true } = {}): DeadLetterFact => ({ type: 'FactSetAside', data: { fact, lane, ...why, at: now } });
const takenUp = ({ id }: AnyFact): DeadLetterFact => ({ type: 'FactTakenUp', data: { factId: id } });
const lanesAfter = (...facts: DeadLetterFact[]) => facts.reduce(setAside.evolve, setAside.initial).lanes;

describe('What is set aside', () => {
  it('is a fact that fails, and what comes behind it in its lane', () => {
    given(setAside).when({ type: 'SetAside', fact: first, lane: 'a', error: 'No', now }).then(lain(first, 'a', { error: 'No' }));
    given(setAside, lain(first, 'a', { error: 'No' })).when({ type: 'SetAside', fact: second, lane: 'a', now }).then(lain(second, 'a'));
  });

  it('is no fact that only waits when its lane has become free meanwhile, nor one that lies there already', () => {
    given(setAside, lain(first, 'a', { error: 'No' }), takenUp(first)).when({ type: 'SetAside', fact: second, lane: 'a', now }).thenNothing();
    given(setAside, lain(first, 'a', { error: 'No' })).when({ type: 'SetAside', fact: first, lane: 'a', error: 'No', now }).thenNothing();
  });

  it('is taken up once, and its lane is free when nothing of it lies there any more', () => {
    given(setAside, lain(first, 'a', { error: 'No' }), takenUp(first)).when({ type: 'TakeUp', factId: first.id }).thenNothing();
    expect([...lanesAfter(lain(first, 'a', { error: 'No' }), lain(second, 'a'), takenUp(first)).keys()]).toEqual(['a']);
    expect(lanesAfter(lain(first, 'a', { error: 'No' }), lain(second, 'a'), takenUp(first), takenUp(second)).size).toBe(0);
  });

  it('is tried by itself when it failed for what passes, or only waited behind what has been taken up', () => {
    const isTried = (...facts: DeadLetterFact[]): boolean => isPassingLane(lanesAfter(...facts).get('a') ?? []);
    expect(isTried(lain(first, 'a', { error: 'Away', passes: true }))).toBe(true);
    expect(isTried(lain(first, 'a', { error: 'No' }), lain(second, 'a'))).toBe(false);
    expect(isTried(lain(first, 'a', { error: 'No' }), lain(second, 'a'), takenUp(first))).toBe(true);
  });
});
