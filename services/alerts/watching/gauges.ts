/** Watches what machines tell with their heartbeats: how warm they are, whether they stand open, and why they would let nobody in. Readings are no facts; that a machine stays too warm, too cold, open or shut is. */
import { Injectable } from '@nestjs/common';
import { heartbeat, type Heartbeat } from '@larder/contracts/device.js';
import { Kit } from '@larder/kit/kit.js';
import { doorMeaning, shutMeaning, temperatureMeaning, type Limits, type Meaning } from './conditions.js';
import { Raising } from './raising.js';

/** So many readings in a row, fifteen seconds apart, have to agree before something is raised or cleared. */
interface Gauge {
  name: string;
  raisedAfter: number;
  clearedAfter: number;
  /** Undefined: the machine does not tell. */
  read(beat: Heartbeat, limits: Limits): Meaning | undefined;
}

const GAUGES: readonly Gauge[] = [
  // A minute: a door that was just open is no alert, and a cool moment no end of one.
  { name: 'temperature', raisedAfter: 4, clearedAfter: 4, read: ({ machineId, temperatureC }, limits) => (temperatureC === undefined ? undefined : temperatureMeaning(machineId, temperatureC, limits)) },
  // Five minutes, as long as a visit may last: guests take their time; closed is closed.
  { name: 'door', raisedAfter: 20, clearedAfter: 1, read: doorMeaning },
  // A minute: just after its start a machine does not know yet how cold it is.
  { name: 'shut', raisedAfter: 4, clearedAfter: 1, read: shutMeaning },
];

interface Seen {
  isOutside: boolean;
  inARow: number;
}

@Injectable()
export class Gauges {
  /** By gauge and machine. */
  private readonly seen = new Map<string, Seen>();

  constructor(private readonly kit: Kit, private readonly raising: Raising) {}

  async begin(): Promise<() => Promise<void>> {
    const listening = await this.kit.bus.listen('telemetry.>', (payload) => {
      const beat = heartbeat.safeParse(payload);
      if (beat.success) this.hear(beat.data).catch((error: unknown) => void this.kit.surprise('gauges', error));
    });
    return () => listening.stop();
  }

  /** Resolves when all that it tells is judged. */
  async hear(beat: Heartbeat): Promise<void> {
    const limits = await this.raising.rules(beat.account);
    for (const gauge of GAUGES) {
      const meaning = gauge.read(beat, limits);
      if (meaning) await this.judge(gauge, beat, meaning);
    }
  }

  private async judge({ name, raisedAfter, clearedAfter }: Gauge, { machineId, account, receivedAt }: Heartbeat, meaning: Meaning): Promise<void> {
    const key = `${name}:${machineId}`;
    const isOutside = !('clear' in meaning);
    const before = this.seen.get(key);
    const inARow = before?.isOutside === isOutside ? before.inARow + 1 : 1;
    this.seen.set(key, { isOutside, inARow });
    // After a start the first good reading counts: what was raised before must not stay.
    const needed = isOutside ? raisedAfter : before ? clearedAfter : 1;
    if (isOutside && inARow > needed && inARow % needed === 0) await this.countAnewUnlessOpen(key, account, meaning.condition);
    if (inARow !== needed) return;
    const id = `${key}:${receivedAt}`;
    try {
      await this.raising.follow(meaning, { type: 'Heartbeat', id: machineId, at: receivedAt }, { commandId: id, account, actor: `device:${machineId}`, correlationId: id });
    } catch (error) {
      this.seen.delete(key);
      throw error;
    }
  }

  /** What was cleared by hand, or by other limits, and stays so is raised again; not before it has lasted as long once more: whoever just resolved it knows. */
  private async countAnewUnlessOpen(key: string, account: string, condition: string): Promise<void> {
    if (!(await this.raising.isOpen(account, condition))) this.seen.set(key, { isOutside: true, inARow: 0 });
  }
}
