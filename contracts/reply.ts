/** Answers: a value, or a refusal that says what happened and what to do. Surprises are exceptions and never look like this. */
import { z } from 'zod';

/** Why a request was refused, and the HTTP status the gateway gives it. */
export const refusalStatus = {
  BAD_INPUT: 400,
  SIGN_IN_REQUIRED: 401,
  /** The plan does not include it, or its limit is reached. */
  PLAN_LIMIT: 402,
  FORBIDDEN: 403,
  READ_ONLY: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  CANCELLATION_BLOCKED: 409,
  MACHINE_BUSY: 409,
  MACHINE_UNAVAILABLE: 409,
  SESSION_NOT_OPEN: 409,
  SESSION_EXPIRED: 410,
  TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
} as const;
export type RefusalCode = keyof typeof refusalStatus;

export interface Refusal {
  refused: RefusalCode;
  /** A sentence for the person who reads it. */
  message: string;
  data?: unknown;
}

export const refuse = (refused: RefusalCode, message: string, data?: unknown): Refusal =>
  data === undefined ? { refused, message } : { refused, message, data };

/** What a refusal carries to whoever sets something on what was so before: what somebody else has set meanwhile. */
export interface Overtaken<T> {
  theirs: T;
}
export const overtaken = <T>(message: string, theirs: T): Refusal => refuse('CONFLICT', message, { theirs } satisfies Overtaken<T>);

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value && 'message' in value;

/** What every HTTP answer of the product looks like. */
export const envelope = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.boolean(), data: data.optional(), error: z.string().optional(), message: z.string().optional() });
export interface Envelope<T> {
  success: boolean;
  data?: T;
  /** A code of {@link refusalStatus}, or `INTERNAL` with an id to quote. */
  error?: string;
  message?: string;
}

/** How a refusal is told over HTTP. */
export const envelopeOf = ({ refused, message, data }: Refusal): Envelope<unknown> => ({ success: false, error: refused, message, ...(data !== undefined && { data }) });
