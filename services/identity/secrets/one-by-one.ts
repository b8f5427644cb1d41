/** One after the other among all copies that share the passes: for what is decided by a view and changes it. */
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { refuse } from '@larder/contracts/reply.js';
import { Declined } from '@larder/kit/aside/passing.js';
import { Kit } from '@larder/kit/kit.js';
import { InTurn } from '@larder/kit/turns/in-turn.js';
import { PASSES, type Passes } from './passes.js';

/** A copy that was lost meanwhile holds others up for no longer. */
const HELD_MS = 60_000;
/** Shorter than whoever asked waits for an answer. */
const PATIENCE_MS = 8_000;
const AGAIN_MS = 40;

@Injectable()
export class OneByOne {
  private readonly here = new InTurn();

  constructor(private readonly kit: Kit, @Inject(PASSES) private readonly passes: Passes) {}

  /** Begins `work` when all that was asked for about `what` before has ended. Throws {@link Declined} when another copy is at it for too long. */
  do = <T>(what: string, work: () => Promise<T>): Promise<T> => this.here.do(what, () => this.holding(what, work));

  private async holding<T>(what: string, work: () => Promise<T>): Promise<T> {
    const id = this.kit.chance.uuid();
    for (let waited = 0; !(await this.isMine(what, id)); waited += AGAIN_MS) {
      if (waited >= PATIENCE_MS) throw new Declined(refuse('UNAVAILABLE', 'Something else is under way about this. Please try again in a moment.'));
      await pause(AGAIN_MS);
    }
    try {
      return await work();
    } finally {
      await this.passes.forgive(id);
    }
  }

  private isMine(what: string, id: string): Promise<boolean> {
    const now = this.kit.clock.now();
    return this.passes.try(`one by one ${what}`, id, now.toISOString(), new Date(now.getTime() - HELD_MS).toISOString(), 1);
  }
}
