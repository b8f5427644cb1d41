/** What KurrentDB's client fails with, told apart: what passes by itself, and what is about the call. */
import { ErrorType } from '@kurrent/kurrentdb-client';

/** KurrentDB is away, chooses a leader or says nothing. The same call may fare better later, and an append that is repeated is the same append. */
export class LogAway extends Error {
  readonly code = 'unavailable';
}

const PASSING_TYPES: ReadonlySet<unknown> = new Set([ErrorType.UNAVAILABLE, ErrorType.DEADLINE_EXCEEDED, ErrorType.TIMEOUT, ErrorType.CANCELLED, ErrorType.NOT_LEADER]);
/** The client hands some answers of gRPC over as they came: cancelled, deadline exceeded, resource exhausted, aborted, unavailable. */
const PASSING_STATUS: ReadonlySet<unknown> = new Set([1, 4, 8, 10, 14]);
const NO_MEMBER_FOUND = /^Failed to discover/;

/** The same, but {@link LogAway} for what passes by itself. */
export async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw passes(error) ? new LogAway(`KurrentDB cannot be asked: ${error.message}`, { cause: error }) : error;
  }
}

/** The same for what the client itself would wait for without an end, as it does for an append that a server forgot. */
export async function answeredWithin<T>(ms: number, call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new LogAway(`KurrentDB has not answered in ${ms} ms`)), ms)));
  return answered(Promise.race([call, late])).finally(() => clearTimeout(timer));
}

function passes(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof LogAway) return false;
  const { type, code } = error as { type?: unknown; code?: unknown };
  return PASSING_TYPES.has(type) || PASSING_STATUS.has(code) || NO_MEMBER_FOUND.test(error.message);
}
