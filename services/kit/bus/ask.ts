/** Asking another part of the system by its contract: typed on both sides, whatever the bus between them. */
import { z } from 'zod';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Contract, Out } from '@larder/contracts/request.js';
import { caller } from '@larder/contracts/roles.js';
import { traced } from '../tracing/tracing.js';
import { NoAnswer, type Bus } from './bus.js';

const asked = z.object({
  caller,
  /** The same id twice has one effect. */
  commandId: z.string(),
  /** A hash of the request that came with a key of the caller's; absent when it came with none. */
  fingerprint: z.string().optional(),
  /** Shared by everything one tap or one click led to. */
  correlationId: z.string(),
  /** The moment whose state is asked for; absent: now. */
  asOf: z.string().optional(),
  /** Where a person's request came from, as far as that can be known. */
  from: z.object({ address: z.string(), agent: z.string() }).optional(),
});
/** Who asks, and in answer to what. */
export type Asked = z.infer<typeof asked>;

/** A request as it travels. */
export const request = asked.extend({ input: z.unknown() });

/** An answer as it travels; `broken` is the id of a surprise in the log of the service that was asked. */
export type Answer = { ok: unknown } | Refusal | { broken: string };

/** The service that was asked met an error nobody expected. */
export class Broken extends Error {
  constructor(readonly subject: string, readonly id: string) {
    super(`${subject} broke, see ${id} in the log`);
  }
}

/**
 * Resolves with the answer or a refusal (`UNAVAILABLE` when nobody answers within `timeoutMs`, 10 000 unless told); rejects with {@link Broken}.
 * A question is asked again when it may have been lost; with `atOnce` the first silence is the answer.
 */
export type Ask = <C extends Contract>(contract: C, input: z.input<C['input']>, asked: Asked, timeoutMs?: number, atOnce?: boolean) => Promise<Out<C> | Refusal>;

/** @param unanswered told what nobody answered */
export const askVia = (bus: Bus, unanswered: (subject: string) => void = () => undefined): Ask => async <C extends Contract>({ subject, changes }: C, input: z.input<C['input']>, { caller, commandId, fingerprint, correlationId, asOf, from }: Asked, timeoutMs?: number, atOnce = false) => {
  let answer: Answer;
  try {
    answer = (await traced(`ask ${subject}`, { correlationId }, () => bus.ask(subject, { caller, commandId, fingerprint, correlationId, asOf, from, input }, timeoutMs, !changes && !atOnce))) as Answer;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    unanswered(subject);
    return refuse('UNAVAILABLE', 'This is not available right now. Please try again in a moment.');
  }
  if ('broken' in answer) throw new Broken(subject, answer.broken);
  return isRefusal(answer) ? answer : (answer.ok as Out<C>);
};
