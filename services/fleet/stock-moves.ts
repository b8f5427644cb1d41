/** What guests take and put back changes what a machine holds. */
import { Injectable } from '@nestjs/common';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import type { SessionFact, TillFact } from '@larder/contracts/vending.js';
import { Kit } from '@larder/kit/kit.js';
import { because, only, type Reaction } from '@larder/kit/commands/react.js';
import { machine } from './machine.js';
import type { StockMove } from './slots/moves.js';

const MOVING = ['ItemTaken', 'ItemReturned', 'UnplacedItemReported', 'ItemTakenWithoutSession', 'ItemReturnedWithoutSession'] as const;
type Moving = Stored<Extract<SessionFact | TillFact, { type: (typeof MOVING)[number] }>>;

@Injectable()
export class StockMoves implements Reaction {
  readonly source = 'vending';
  readonly concerns = only(...MOVING);

  constructor(private readonly kit: Kit) {}

  async on(heard: AnyFact): Promise<void> {
    const fact = heard as Moving;
    // A slot that was cleared, counted or given to another product meanwhile keeps what is in it: there is nothing left to count.
    const move = moveOf(fact);
    const { key: number, happenedAt } = fact.data;
    const knownSince = 'knownSince' in fact.data ? fact.data.knownSince : undefined;
    if (move) await this.kit.handle(machine, fact.data.machineId, { ...move, number, ...(happenedAt && { happenedAt, knownSince }) }, because(heard, 'fleet'));
  }
}

/** Nothing where whoever fills the machine says so themselves. */
function moveOf(fact: Moving): StockMove | undefined {
  switch (fact.type) {
    case 'ItemTaken':
      return { type: 'TakeStock', slot: fact.data.item.slot, productId: fact.data.item.productId, quantity: fact.data.quantity, sessionId: fact.data.sessionId, isBilled: true };
    case 'ItemReturned':
      return { type: 'ReturnStock', slot: fact.data.item.slot, productId: fact.data.item.productId, quantity: fact.data.quantity, sessionId: fact.data.sessionId, isBilled: true };
    case 'UnplacedItemReported':
      return { type: fact.data.what === 'taken' ? 'TakeStock' : 'ReturnStock', slot: fact.data.slot, productId: fact.data.productId, quantity: fact.data.quantity, sessionId: fact.data.sessionId, isAfterEnd: fact.data.why === 'after_end' };
    case 'ItemTakenWithoutSession':
      return { type: 'TakeStock', slot: fact.data.slot, quantity: fact.data.quantity };
    case 'ItemReturnedWithoutSession':
      return fact.data.back > 0 ? { type: 'ReturnStock', slot: fact.data.slot, quantity: fact.data.back } : undefined;
  }
}
