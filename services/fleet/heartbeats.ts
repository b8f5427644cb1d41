/** Who is heard. Heartbeats are no facts; only that a machine came online, is missed or went silent is. Every copy hears every beat, and what two of them note is one fact. */
import { Injectable } from '@nestjs/common';
import { heartbeat, type Heartbeat } from '@larder/contracts/device.js';
import { OFFLINE_AFTER_SECONDS } from '@larder/contracts/fleet.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { directoryView, EVERYBODY, type Listed } from './machine-view.js';
import { machine } from './machine.js';

const LOOK_MS = 5_000;
/** Who has not heard itself for so long stood still, as with the computer it runs on, or the transport was away: it has heard nobody meanwhile. */
const DEAF_MS = 30_000;
/** Two missed heartbeats: still counted as online, but shown as disconnected, and whoever is being served is told. A blink is none. */
const DISCONNECTED_AFTER_MS = 35_000;

/** Of what a heartbeat says screens are told at once when it changes; the rest they ask for. */
const SHOWN = ['doorOpen', 'mode', 'shut', 'isResting'] as const;

@Injectable()
export class Heartbeats {
  /** With when it was heard here: how long nothing was heard is told by the clock that looks, not by that of whoever received it. */
  private readonly last = new Map<string, { beat: Heartbeat; heardAt: number }>();
  /** Since when everybody would have been heard. */
  private since = 0;
  /** When it heard itself last. */
  private echoedAt = 0;
  private readonly echo: string;

  constructor(private readonly kit: Kit) {
    this.echo = `echo.fleet.${kit.chance.uuid()}`;
  }

  of(machineId: string): Heartbeat | undefined {
    return this.last.get(machineId)?.beat;
  }

  /** It has been taken out of the fleet: should it come back, that is news again. */
  forget(machineId: string): void {
    this.last.delete(machineId);
    this.isKnownOnline.delete(machineId);
  }

  /** Heard within the last two beats. Whoever has just started to listen, or was deaf, has not missed any: guests are not turned away for that. */
  isFresh(machineId: string): boolean {
    return this.now() - this.heardAt(machineId) < DISCONNECTED_AFTER_MS;
  }

  private heardAt = (machineId: string): number => Math.max(this.last.get(machineId)?.heardAt ?? 0, this.since);

  private now = (): number => this.kit.clock.now().getTime();

  async begin(): Promise<() => Promise<void>> {
    this.since = this.echoedAt = this.now();
    const listening = [await this.kit.bus.listen('telemetry.>', (payload) => void this.hear(payload)), await this.kit.bus.listen(this.echo, () => void (this.echoedAt = this.now()))];
    let looking = Promise.resolve();
    let stopped = false;
    let callOff = () => {};
    const next = (): void => {
      callOff = this.kit.clock.after(LOOK_MS, () => {
        looking = this.look().catch((error) => void this.kit.surprise('heartbeats', error)).then(() => (stopped ? undefined : next()));
      });
    };
    next();
    return async () => {
      stopped = true;
      callOff();
      await Promise.all(listening.map((one) => one.stop()));
      await looking;
    };
  }

  private async hear(payload: unknown): Promise<void> {
    const read = heartbeat.safeParse(payload);
    if (!read.success) return;
    const beat = read.data;
    const before = this.of(beat.machineId);
    this.last.set(beat.machineId, { beat, heardAt: this.now() });
    if (!before || SHOWN.some((what) => before[what] !== beat[what])) this.kit.bus.tell(`view.hardware.${beat.account}.${beat.machineId}`, null);
    if (before && this.isKnownOnline.has(beat.machineId)) return;
    this.isKnownOnline.add(beat.machineId);
    await this.note(beat.machineId, beat.account, `online:${beat.machineId}:${beat.receivedAt}`, { type: 'NoteHeartbeat', at: beat.receivedAt });
  }

  /** Spares a look at the log for each beat; cleared whenever a machine is found silent, by whichever copy. */
  private readonly isKnownOnline = new Set<string>();

  private async look(): Promise<void> {
    const now = this.now();
    if (now - this.echoedAt > DEAF_MS) this.since = now;
    this.heardBy(now);
    this.kit.bus.tell(this.echo, null);
    const silentSince = now - OFFLINE_AFTER_SECONDS * 1000;
    const online = await this.kit.views.all<Listed>(directoryView, EVERYBODY, { online: true });
    this.kit.metrics.machinesOnline.set(online.length);
    await this.follow(new Set(online.map(({ machineId }) => machineId)));
    for (const { machineId, account, missed } of online) {
      // That it is heard again is news, whichever copy has missed it.
      if (missed) this.isKnownOnline.delete(machineId);
      const isSilent = this.heardAt(machineId) < silentSince;
      if (!isSilent && (missed || this.isFresh(machineId))) continue;
      const lastHeartbeatAt = this.of(machineId)?.receivedAt ?? new Date(this.since).toISOString();
      this.isKnownOnline.delete(machineId);
      await this.note(machineId, account, `${isSilent ? 'offline' : 'missed'}:${machineId}:${lastHeartbeatAt}`, { type: isSilent ? 'NoteSilence' : 'NoteMissed', lastHeartbeatAt });
    }
  }

  /** Nobody was heard later than now: after the clock was put back, a machine that is gone would count as heard until it says again what it said then. */
  private heardBy(now: number): void {
    this.since = Math.min(this.since, now);
    for (const heard of this.last.values()) heard.heardAt = Math.min(heard.heardAt, now);
  }

  /** What another copy noted holds here too: a machine that it found silent, or saw leave, is news again when it is heard. */
  private async follow(online: ReadonlySet<string>): Promise<void> {
    for (const machineId of [...this.isKnownOnline].filter((id) => !online.has(id))) {
      this.isKnownOnline.delete(machineId);
      const listed = await this.kit.views.get<Listed>(directoryView, EVERYBODY, machineId);
      if (listed?.removed) this.last.delete(machineId);
    }
  }

  private async note(machineId: string, account: string, commandId: string, command: { type: 'NoteHeartbeat'; at: string } | { type: 'NoteMissed' | 'NoteSilence'; lastHeartbeatAt: string }): Promise<void> {
    try {
      const noted = await this.kit.handle(machine, machineId, command, { commandId, account, actor: `device:${machineId}`, correlationId: commandId });
      if (isRefusal(noted)) this.isKnownOnline.delete(machineId);
    } catch (error) {
      this.isKnownOnline.delete(machineId);
      this.kit.surprise('heartbeats', error);
    }
  }
}
