/** Two people set the same thing: whoever sets it over something that they were not shown is told, and may overtake in turn. */
import type { Overtaken } from '@larder/contracts/reply.js';
import { useState } from 'react';
import { asFailure } from './failure-text.js';

interface Basis<T> {
  /** What is sent along as what the change is made on. */
  was: T;
  /** What is said above the reason: how to go on, when somebody else was faster. */
  textFor(failed: string, overtaken?: string): string;
}

/**
 * The screen goes on being told: with what is so today nobody would notice who was overtaken.
 * @param now what is so; of this, what it was when the form was opened counts
 * @param error of the change
 */
export function useBasis<T>(now: T, error: unknown): Basis<T> {
  const [began] = useState(now);
  const told = (asFailure(error)?.data ?? {}) as Partial<Overtaken<T>>;
  const isOvertaken = told.theirs !== undefined;
  return { was: isOvertaken ? (told.theirs as T) : began, textFor: (failed, overtaken = 'Nothing was changed yet: send it again to replace theirs') => (isOvertaken ? overtaken : failed) };
}
