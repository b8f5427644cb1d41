/** A machine of a simulated day: what is really in its slots, and a link that loses, doubles, delays and overtakes. */
import { deviceOrder, type DeviceOrder } from '@larder/contracts/device.js';
import { Outbox, RESEND_MS, type EventContent } from '@larder/simulator/outbox.js';
import type { Channel } from '@larder/device-adapter/device-link.js';
import type { Dice } from './dice.js';
import type { Timeline } from './timeline.js';

export interface MachineDefects {
  /** Gives an event a new number each time it is sent. */
  renumbers?: boolean;
  /** Forgets events when they are sent, not when they are stored. */
  forgetsEarly?: boolean;
}

/** How often a message goes wrong on the air. */
export interface Air {
  lost: number;
  doubled: number;
  late: number;
}
export const CLEAR: Air = { lost: 0, doubled: 0, late: 0 };

type Command = Extract<DeviceOrder, { t: 'cmd' }>;
const BEAT_MS = 25_000;
const LATE_MS = 4_000;

export class Machine {
  /** What is really there, by slot. */
  readonly slots = new Map<string, number>();
  isConnected = false;
  /** The visit the door is unlocked for. */
  unlockedFor: string | undefined;
  private isOpen = false;
  private readonly outbox: Outbox;
  private readonly obeyed = new Set<string>();
  private renumbered = 0;
  /** The visit it was last told to lock for. */
  private over: string | undefined;
  private isWorkedAt = false;
  /** Somebody has worked at it. */
  wasWorkedAt = false;

  constructor(readonly machineId: string, private readonly dice: Dice, private readonly timeline: Timeline, private readonly air: () => Air,
    private readonly deliver: (machineId: string, channel: Channel, payload: Buffer) => void, private readonly defects: MachineDefects) {
    this.outbox = new Outbox(dice.asChance().uuid().slice(0, 8));
  }

  get waiting(): number {
    return this.outbox.size;
  }

  /** Connects again when the line is there, beats, sends again what nobody acknowledged; for as long as the day lasts. */
  async live(isLine: () => boolean): Promise<never> {
    let beatAt = 0;
    for (;;) {
      if (!isLine()) this.isConnected = false;
      else if (!this.isConnected) {
        await this.timeline.sleep(this.dice.between(500, 8_000));
        this.isConnected = isLine();
        if (this.isConnected) this.tell('tel', { v: 1, t: 'hello', e: this.outbox.epoch, fw: 'sim-1' });
        beatAt = 0;
      }
      if (this.isConnected && this.timeline.now >= beatAt) {
        beatAt = this.timeline.now + BEAT_MS;
        this.tell('tel', { v: 1, t: 'beat', at: this.timeline.now, door: this.isOpen ? 'open' : 'closed', mode: this.isOpen ? 'customer' : 'locked', rssi: -60, up: 1 });
      }
      this.send();
      await this.timeline.sleep(RESEND_MS);
    }
  }

  /** What the server says; it comes late or not at all at times. */
  hear(order: DeviceOrder): void {
    if (!this.isConnected || this.dice.happens(this.air().lost)) return;
    const heard = deviceOrder.parse(JSON.parse(JSON.stringify(order)));
    void this.later(() => {
      if (heard.t === 'ack') this.outbox.acknowledge(heard.e, heard.s);
      else if (heard.t === 'cmd') this.obey(heard);
    });
  }

  openDoor(sid: string): void {
    this.isOpen = true;
    this.report({ t: 'door', open: true, mode: 'customer', sid });
  }

  /** False when the slot is empty. Without a visit's name a scale says so that nobody has opened the door for. */
  take(slot: string, sid?: string): boolean {
    const held = this.slots.get(slot) ?? 0;
    if (held === 0) return false;
    this.slots.set(slot, held - 1);
    this.report({ t: 'taken', slot, n: 1, sid });
    return true;
  }

  putBack(slot: string, sid: string): void {
    this.slots.set(slot, (this.slots.get(slot) ?? 0) + 1);
    this.report({ t: 'returned', slot, n: 1, sid });
  }

  closeDoor(sid: string): void {
    this.isOpen = false;
    this.unlockedFor = undefined;
    this.report({ t: 'door', open: false, mode: 'customer', sid });
  }

  /** Somebody of the operator's stands before it: until they have gone it unlocks for no guest. False while a guest is there, or while it has something to tell that nobody keeps yet. */
  beginWork(): boolean {
    if (this.isOpen || this.unlockedFor !== undefined || this.waiting > 0) return false;
    return (this.isWorkedAt = this.wasWorkedAt = true);
  }

  endWork(): void {
    this.isWorkedAt = false;
  }

  private obey({ id, do: action, sid }: Command): void {
    if (this.obeyed.has(id)) return;
    this.obeyed.add(id);
    const why = action === 'unlock' ? this.refusalFor(sid) : undefined;
    if (action === 'unlock' && sid !== undefined && !why) this.unlockedFor = sid;
    if (action === 'lock') this.over = sid;
    if (action === 'lock' && !this.isOpen) this.unlockedFor = undefined;
    this.report({ t: 'done', id, ok: !why, ...(why && { why }) });
  }

  private refusalFor(sid: string | undefined): string | undefined {
    if (this.isWorkedAt) return 'Somebody is working at the machine';
    return sid !== undefined && sid === this.over ? 'The visit is over' : undefined;
  }

  private report(content: EventContent): void {
    this.outbox.add(content, this.timeline.now);
    this.send();
  }

  private send(): void {
    if (!this.isConnected) return;
    for (const event of this.outbox.window()) this.tell('evt', this.defects.renumbers ? { ...event, s: event.s + ++this.renumbered } : event);
    const last = this.outbox.window().at(-1);
    if (this.defects.forgetsEarly && last) this.outbox.acknowledge(last.e, last.s);
  }

  private tell(channel: Channel, message: object): void {
    const { lost, doubled } = this.air();
    for (let copies = this.dice.happens(doubled) ? 2 : 1; copies > 0; copies--) {
      if (!this.dice.happens(lost)) void this.later(() => this.isConnected && this.deliver(this.machineId, channel, Buffer.from(JSON.stringify(message))));
    }
  }

  private async later(work: () => void): Promise<void> {
    if (this.dice.happens(this.air().late)) await this.timeline.sleep(this.dice.between(1, LATE_MS));
    this.timeline.busy++;
    work();
  }
}
