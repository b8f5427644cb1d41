/** Dead letters: facts a service could not act on again and again, kept aside so that others go on, until they can be acted on or somebody has them taken up. */
import { z } from 'zod';
import { storedFact, type FactOf } from './fact.js';

/** Stream `deadletter-<consumer>-from-<source>`. What is new here is a field, never a type: after an update was taken back the older version would decide nothing on the stream, and so hear nothing. */
export const deadLetterFacts = {
  /** `lane` is what has to stay in order among itself. Without an `error` it waits behind another fact of its lane; one that `passes` is tried again by itself, one that is `newer` by the first copy that knows its type. `at` is ISO. */
  FactSetAside: z.object({ fact: storedFact, lane: z.string(), error: z.string().optional(), passes: z.literal(true).optional(), newer: z.literal(true).optional(), at: z.string() }),
  /** It was acted upon at last. */
  FactTakenUp: z.object({ factId: z.string() }),
};
export type DeadLetterFact = FactOf<typeof deadLetterFacts>;
