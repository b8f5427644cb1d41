/** Requests: what one part of the system may ask another, with who may ask and what comes back. */
import type { z } from 'zod';
import type { Feature } from './identity/plans.js';
import type { Door } from './roles.js';

export interface Contract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `<service>.<what>`; the bus subject. */
  subject: string;
  /** None means denied, so there is no way to leave it out. */
  door: Door;
  /** One line for the API page. */
  summary: string;
  input: I;
  output: O;
  /** True when asking changes something: honours `Idempotency-Key`, refused when the deployment is read-only. */
  changes: boolean;
  /** What the organization's plan has to include. */
  feature?: Feature;
  /** True when the answer to an `Idempotency-Key` is kept for good: money moves. */
  once?: boolean;
  /** True when it can be asked as of any moment that has been: the request's `asOf`. */
  looksBack?: boolean;
  /** True when the answer's `message` is also said beside the data. */
  says?: boolean;
}

export type In<C extends Contract> = z.output<C['input']>;
export type Out<C extends Contract> = z.output<C['output']>;

/** A question: changes nothing. */
export const query = <I extends z.ZodType, O extends z.ZodType>(subject: string, door: Door, summary: string, input: I, output: O): Contract<I, O> =>
  ({ subject, door, summary, input, output, changes: false });

/** A question that can be asked as of any moment that has been. */
export const lookingBack = <C extends Contract>(contract: C): C => ({ ...contract, looksBack: true });

/** An order: changes something, once per command id. */
export const command = <I extends z.ZodType, O extends z.ZodType>(subject: string, door: Door, summary: string, input: I, output: O): Contract<I, O> =>
  ({ subject, door, summary, input, output, changes: true });

/** A contract whose answer has a sentence for the person, in `message`. */
export const says = <C extends Contract>(contract: C): C => ({ ...contract, says: true });

/** A contract that takes a plan with this feature. */
export const onPlan = <C extends Contract>(feature: Feature, contract: C): C => ({ ...contract, feature });

/** A contract that moves money: the same key and request are answered the same for good, the same key with another request is refused. */
export const once = <C extends Contract>(contract: C): C => ({ ...contract, once: true });
