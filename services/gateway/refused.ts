/** A refusal on its way out, as what Nest's guards can throw. */
import type { Refusal } from '@larder/contracts/reply.js';

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}
