/** Facts: what happened, in the past tense, stored for good. This file says what every fact looks like, whichever service owns it. */
import { z } from 'zod';

/**
 * A place in the global order of the log. Opaque, but two positions of one log compare as strings:
 * an earlier fact has the smaller one. `''` is before the first fact.
 */
export const position = z.string();
export type Position = z.infer<typeof position>;

/** Who caused a fact, for whom, and in answer to what. */
export const factMeta = z.object({
  /** The command that led here. The same id twice has one effect. */
  commandId: z.string(),
  /** The organization the fact belongs to; nobody else may ever see it. */
  account: z.string(),
  /** `user:<id>`, `guest:<session>`, `device:<machine>` or `system:<what>`. */
  actor: z.string(),
  /** When it was decided, by the server's clock. ISO 8601, UTC. */
  at: z.string(),
  /** Shared by everything one tap or one click led to. */
  correlationId: z.string(),
  /** The fact this one reacts to. */
  causationId: z.string().optional(),
});
export type FactMeta = z.infer<typeof factMeta>;

/** A fact as it lies in the log and as it travels on the bus. */
export const storedFact = z.object({
  id: z.string(),
  type: z.string(),
  data: z.unknown(),
  meta: factMeta,
  /** `<category>-<id>`, e.g. `session-9f2c`. */
  stream: z.string(),
  /** 0 for the first fact of its stream. */
  revision: z.number().int().nonnegative(),
  position,
});
export type AnyFact = z.infer<typeof storedFact>;

/** The facts of one service by name; each schema is a promise that is joined by new ones, never edited. */
export type FactTable = Record<string, z.ZodType>;

/** What a decider returns: a fact's name and content, not stored yet. */
export type FactOf<T extends FactTable> = { [K in keyof T & string]: { type: K; data: z.infer<T[K]> } }[keyof T & string];

/** The same facts as read from the log or heard on the bus. */
export type Stored<F extends { type: string; data: unknown }> = F extends unknown ? Omit<AnyFact, 'type' | 'data'> & F : never;
