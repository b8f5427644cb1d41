/** Watches the temperatures that machines tell with their heartbeats. Readings are no facts; that a machine is too warm or too cold is. */
import { Injectable } from '@nestjs/common';
import { heartbeat, type Heartbeat } from '@larder/contracts/device.js';
import { Kit } from '@larder/kit/kit.js';
import { temperatureMeaning } from './conditions.js';
import { Raising } from './raising.js';

/** A door that was just open is no alert: so many readings in a row, about a minute, have to agree. */
const READINGS = 4;

interface Seen {
  isOutside: boolean;
  inARow: number;
}

@Injectable()
export class Thermometer {
  private readonly seen = new Map<string, Seen>();

  constructor(private readonly kit: Kit, private readonly raising: Raising) {}

  async begin(): Promise<() => Promise<void>> {
    const listening = await this.kit.bus.listen('telemetry.>', (payload) => {
      const read = heartbeat.safeParse(payload);
      if (read.success) this.hear(read.data).catch((error: unknown) => void this.kit.surprise('thermometer', error));
    });
    return () => listening.stop();
  }

  private async hear({ machineId, account, temperatureC, receivedAt }: Heartbeat): Promise<void> {
    if (temperatureC === undefined) return;
    const meaning = temperatureMeaning(machineId, temperatureC, await this.raising.rules(account));
    const isOutside = !('clear' in meaning);
    const before = this.seen.get(machineId);
    const inARow = before?.isOutside === isOutside ? before.inARow + 1 : 1;
    this.seen.set(machineId, { isOutside, inARow });
    // After a start the first good reading counts: what was raised before must not stay.
    if (inARow !== (before || isOutside ? READINGS : 1)) return;
    const id = `temperature:${machineId}:${receivedAt}`;
    try {
      await this.raising.follow(meaning, { type: 'Heartbeat', id: machineId, at: receivedAt }, { commandId: id, account, actor: `device:${machineId}`, correlationId: id });
    } catch (error) {
      this.seen.delete(machineId);
      throw error;
    }
  }
}
