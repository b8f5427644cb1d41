/** What guests take and put back changes what a machine holds. */
import { Injectable } from '@nestjs/common';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import type { SessionFact, TillFact } from '@larder/contracts/vending.js';
import { Kit } from '@larder/kit/kit.js';
import { because, type Reaction } from '@larder/kit/react.js';
import { machine, type MachineCommand } from './machine.js';

@Injectable()
export class StockMoves implements Reaction {
  readonly source = 'vending';

  constructor(private readonly kit: Kit) {}

  async on(heard: AnyFact): Promise<void> {
    const fact = heard as Stored<SessionFact | TillFact>;
    const move = moveOf(fact);
    // A slot that was cleared meanwhile is refused: there is nothing left to count.
    if (move) await this.kit.handle(machine, fact.data.machineId, move, because(heard, 'fleet'));
  }
}

function moveOf(fact: Stored<SessionFact | TillFact>): MachineCommand | undefined {
  switch (fact.type) {
    case 'ItemTaken':
      return { type: 'TakeStock', slot: fact.data.item.slot, quantity: fact.data.quantity, sessionId: fact.data.sessionId };
    case 'ItemReturned':
      return { type: 'ReturnStock', slot: fact.data.item.slot, quantity: fact.data.quantity, sessionId: fact.data.sessionId };
    case 'UnplacedItemReported':
      return { type: fact.data.what === 'taken' ? 'TakeStock' : 'ReturnStock', slot: fact.data.slot, quantity: fact.data.quantity, sessionId: fact.data.sessionId };
    case 'ItemTakenWithoutSession':
      return { type: 'TakeStock', slot: fact.data.slot, quantity: fact.data.quantity };
    default:
      return undefined;
  }
}
