/** Requests: what one part of the system may ask another, with who may ask and what comes back. */
import type { z } from 'zod';
import type { Feature } from './plans.js';
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
}

export type In<C extends Contract> = z.output<C['input']>;
export type Out<C extends Contract> = z.output<C['output']>;

/** A question: changes nothing. */
export const query = <I extends z.ZodType, O extends z.ZodType>(subject: string, door: Door, summary: string, input: I, output: O): Contract<I, O> =>
  ({ subject, door, summary, input, output, changes: false });

/** An order: changes something, once per command id. */
export const command = <I extends z.ZodType, O extends z.ZodType>(subject: string, door: Door, summary: string, input: I, output: O): Contract<I, O> =>
  ({ subject, door, summary, input, output, changes: true });

/** A contract that takes a plan with this feature. */
export const onPlan = <C extends Contract>(feature: Feature, contract: C): C => ({ ...contract, feature });
