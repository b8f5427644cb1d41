/** Carries out what operators order of a machine, and shows it as it is then. */
import { Injectable } from '@nestjs/common';
import type { MachineView } from '@larder/contracts/fleet.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import type { Filter } from '@larder/kit/rows/read-store.js';
import { namesFor } from './actors.js';
import { machine, type MachineCommand } from './machine.js';
import { machineView, type MachineRow } from './machine-view.js';
import { pending, Presenting } from './presenting.js';
import { Room } from './room.js';
import { setupView, type SetupRow } from './setup/setup-view.js';
import type { SlotOrder } from './slots/slots.js';

/** What operators change of a machine. */
type Change = Extract<MachineCommand, { type: 'SetMode' | 'SetTax' | SlotOrder['type'] }>;

@Injectable()
export class Changing {
  constructor(private readonly kit: Kit, private readonly presenting: Presenting, private readonly room: Room) {}

  /** Refused for machines beyond what the plan has room for. */
  async change(machineId: string, command: Change, asked: Asked): Promise<{ machine: MachineView } | Refusal> {
    const beyond = await this.room.beyond(accountOf(asked), asked);
    return isRefusal(beyond) ? beyond : this.order(machineId, { ...command, beyond: beyond.get(machineId) }, asked);
  }

  /** Carries it out whatever the plan says; answers once the machine's row shows it. */
  async order(machineId: string, command: MachineCommand, asked: Asked): Promise<{ machine: MachineView } | Refusal> {
    const done = await this.kit.handle(machine, machineId, command, causeOf(asked, accountOf(asked)));
    if (isRefusal(done)) return done;
    await this.kit.views.reached(machineView, done.position);
    const shown = await this.show(machineId, asked);
    return isRefusal(shown) ? shown : { machine: shown };
  }

  /** Machines that are prepared and not there yet. */
  async waiting(account: string, filter: Filter, asked: Asked): Promise<MachineView[]> {
    const reader = this.kit.viewsFor(asked);
    const rows = await reader.all<SetupRow>(setupView, account, { ...filter, isResetup: false });
    if (rows.length === 0) return [];
    const nameOf = await namesFor(this.kit, asked);
    const there = await Promise.all(rows.map(({ machineId }) => reader.get(machineView, account, machineId)));
    return rows.filter((_, n) => !there[n]).map((row) => pending(row, nameOf));
  }

  /** One that is there, or waits to be set up. */
  async show(machineId: string, asked: Asked): Promise<MachineView | Refusal> {
    const account = accountOf(asked);
    const row = await this.kit.viewsFor(asked).get<MachineRow>(machineView, account, machineId);
    const [shown] = row ? await this.presenting.present([row], account, asked) : await this.waiting(account, { machineId }, asked);
    return shown ?? refuse('NOT_FOUND', 'Machine not found');
  }
}
