/** What operators change about a machine itself: its name, its place, and whether it belongs to the fleet. */
import { Controller } from '@nestjs/common';
import { changeMachine, deleteMachine, getMachine, locateMachine, setMachineMode, type MachineConflict, type MachineView } from '@larder/contracts/fleet.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { visitUnderWay } from '@larder/contracts/vending.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { machine } from './machine.js';
import { directoryView, machineView } from './machine-view.js';
import { Room } from './room.js';
import { stayView } from './stays/stay-view.js';

type Wanted = MachineConflict['yours'] & { onlyCorrected?: boolean | undefined };

@Controller()
export class EditingController {
  constructor(private readonly kit: Kit, private readonly room: Room) {}

  @Answers(changeMachine)
  async change({ id, name, location, timeZone, status, onlyCorrected, version }: In<typeof changeMachine>, asked: Asked): Promise<{ machine: MachineView } | Refusal> {
    if (!status) return this.set(id, { name, location, timeZone, onlyCorrected }, version, asked);
    if (name !== undefined || location !== undefined || timeZone !== undefined) {
      const changed = await this.set(id, { name, location, timeZone, onlyCorrected }, version, asked);
      if (isRefusal(changed)) return changed;
    }
    return this.kit.ask(setMachineMode, { id, status }, { ...asked, commandId: `${asked.commandId}:status` });
  }

  @Answers(locateMachine)
  locate({ id, coordinates, version }: In<typeof locateMachine>, asked: Asked): Promise<{ machine: MachineView } | Refusal> {
    return this.set(id, { location: { coordinates } }, version, asked);
  }

  /** The device is cut off by whoever hears of it. */
  @Answers(deleteMachine)
  async remove({ id, reason }: In<typeof deleteMachine>, asked: Asked): Promise<Out<typeof deleteMachine> | Refusal> {
    const account = accountOf(asked);
    const { registered } = await this.kit.look(machine, id, account);
    if (!registered) return refuse('NOT_FOUND', 'Machine not found');
    const underWay = await this.kit.ask(visitUnderWay, { account, machineId: id }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
    if (isRefusal(underWay)) return underWay;
    if (underWay.visit) return refuse('MACHINE_BUSY', 'A guest is using this machine right now. Please try again when the visit has ended.');
    const done = await this.kit.handle(machine, id, { type: 'RemoveMachine', reason }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    await Promise.all([this.kit.views.reached(machineView, done.position), this.kit.views.reached(directoryView, done.position)]);
    return { id };
  }

  private async set(machineId: string, { onlyCorrected, ...wanted }: Wanted, version: number | undefined, asked: Asked): Promise<{ machine: MachineView } | Refusal> {
    const { address, floor, coordinates } = wanted.location ?? {};
    const account = accountOf(asked);
    const beyond = await this.room.beyond(account, asked);
    if (isRefusal(beyond)) return beyond;
    const command = { type: 'ChangeMachine' as const, name: wanted.name, address, floor, coordinates, timeZone: wanted.timeZone, onlyCorrected, version, beyond: beyond.get(machineId) };
    const done = await this.kit.handle(machine, machineId, command, causeOf(asked, account));
    if (isRefusal(done) && done.refused !== 'CONFLICT') return done.refused === 'NOT_FOUND' ? refuse('NOT_FOUND', 'Machine not found') : done;
    if (!isRefusal(done)) await Promise.all([this.kit.views.reached(machineView, done.position), this.kit.views.reached(stayView, done.position)]);
    const shown = await this.kit.ask(getMachine, { id: machineId }, { ...asked, asOf: undefined });
    if (isRefusal(shown)) return shown;
    return isRefusal(done) ? refuse('CONFLICT', 'Somebody else changed this machine', { theirs: shown, yours: wanted } satisfies MachineConflict) : { machine: shown };
  }
}
