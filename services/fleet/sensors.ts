/** What machines say of the slots they have sensors for becomes the fleet's, to be compared with the planogram. */
import { Injectable } from '@nestjs/common';
import type { SensorFact } from '@larder/contracts/device.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { Kit } from '@larder/kit/kit.js';
import { because, only, type Reaction } from '@larder/kit/commands/react.js';
import { machine } from './machine.js';

@Injectable()
export class Sensors implements Reaction {
  readonly source = 'device-adapter';
  readonly concerns = only<SensorFact['type']>('DeviceSlotsTold');

  constructor(private readonly kit: Kit) {}

  async on(heard: AnyFact): Promise<void> {
    const { machineId, slots } = (heard as Stored<Extract<SensorFact, { type: 'DeviceSlotsTold' }>>).data;
    await this.kit.handle(machine, machineId, { type: 'NoteSlots', slots }, because(heard, 'fleet'));
  }
}
