/** Which failures pass by themselves: somebody is away or busy, and the same will work later. All others are about what was tried. */
import type { Refusal } from '@larder/contracts/reply.js';

/** These say 'not now': the next try may fare better. */
export const PASSING_REFUSALS: ReadonlySet<Refusal['refused']> = new Set<Refusal['refused']>(['UNAVAILABLE', 'TOO_MANY_REQUESTS', 'MACHINE_BUSY']);

/** What a reaction throws when it was refused what it needs. */
export class Declined extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

const PASSING_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOSPC', 'SQLITE_BUSY', 'SQLITE_FULL', 'unavailable', 'deadline-exceeded']);
/** Of the drivers of our stores, of views, streams and bus, and of the payment provider. */
const PASSING_KINDS = /^(NoAnswer|NotYet|ChangedByNewer|Mongo(Network|NetworkTimeout|ServerSelection|NotConnected|OperationTimeout|PoolCleared|ServerClosed|StalePrimary|Topology\w+)Error|(Timeout|Connection\w*)Error|Stripe(Connection|RateLimit|API)Error)$/;

/** Looks at the causes, too. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Declined) return PASSING_REFUSALS.has(error.refusal.refused);
  // MongoDB says so itself, e.g. while it chooses a primary.
  if ((error as { hasErrorLabel?(label: string): boolean }).hasErrorLabel?.('RetryableWriteError')) return true;
  const { code, type } = error as { code?: unknown; type?: unknown };
  if ([code, type].some((word) => PASSING_CODES.has(String(word)) || PASSING_KINDS.test(String(word)))) return true;
  return PASSING_KINDS.test(error.name) || PASSING_KINDS.test(error.constructor.name) || isPassing(error.cause);
}
