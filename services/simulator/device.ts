/** A simulated machine: it speaks device protocol v1 over MQTT as the firmware does, with faults on request. */
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import { brokerAddress } from '@larder/contracts/device/broker-address.js';
import { deviceOrder, eventTopic, orderTopic, telemetryTopic, type DeviceEvent, type DeviceOrder } from '@larder/contracts/device.js';
import { Door, type Command, type Mode } from './door.js';
import { Outbox, RESEND_MS, type EventContent } from './outbox.js';

export interface Faults {
  /** How often each event is sent: 1 is right. */
  copies: number;
  /** The events of a window go out last first. */
  reversed: boolean;
  /** Every n-th event is not sent until the window is sent again; 0 for none. */
  dropEvery: number;
}

export interface DeviceOptions {
  machineId: string;
  secret: string;
  /** `mqtt://host:port` */
  brokerUrl: string;
  /** 8 hexadecimal digits. */
  epoch: string;
  /** Where events wait; in memory unless told. */
  outbox?: Outbox;
  /** Ids of commands that were carried out before it was started. */
  obeyed?: Iterable<string>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Called for each command that the machine can carry out, once; what it resolves with is reported back, and a command that went well changes the machine's mode. */
  obey(order: Command, device: SimulatedDevice): Promise<{ ok: boolean; why?: string }>;
  /** False: like firmware from before there were configurations. */
  knowsConfigurations?: boolean;
  /** False: like firmware from before there were price lists. */
  knowsPrices?: boolean;
  /** For which it says it has sensors; like firmware from before that was said unless told. */
  slots?: readonly string[];
  /** Between heartbeats; 15 s like the firmware. */
  beatMs?: number;
}

/** The report of a reboot goes out before it begins. */
const REBOOT_MS = 300;
/** Until a machine that was not let in tries again. */
const AGAIN_MS = 500;

export class SimulatedDevice {
  readonly faults: Faults = { copies: 1, reversed: false, dropEvery: 0 };
  private readonly outbox: Outbox;
  private readonly obeyed: Set<string>;
  private client: MqttClient | undefined;
  private timers: NodeJS.Timeout[] = [];
  private readonly door: Door;
  private lastProgress = 0;
  /** Of its configuration, 0 for none. */
  private revision = 0;
  private isResting = false;
  private list: Extract<DeviceOrder, { t: 'list' }> | undefined;
  private startedAt: number;

  constructor(private readonly options: DeviceOptions) {
    this.outbox = options.outbox ?? new Outbox(options.epoch);
    this.obeyed = new Set(options.obeyed);
    this.door = new Door(() => options.now());
    this.startedAt = options.now();
  }

  get machineId(): string {
    return this.options.machineId;
  }

  /** What it would show beside its slots, in the smallest unit of the list's currency. */
  get prices(): Readonly<Record<string, number>> {
    return this.list?.p ?? {};
  }

  /** Events the server has not acknowledged yet. */
  get waiting(): number {
    return this.outbox.size;
  }

  /** Connects, says hello, beats. Rejects when it is refused three times: a broker with much to do refuses whom it could not ask about in time. */
  async connect(): Promise<void> {
    const { beatMs = 15_000 } = this.options;
    const client = await this.comeIn().catch(() => pause(AGAIN_MS).then(this.comeIn)).catch(() => pause(AGAIN_MS).then(this.comeIn));
    this.client = client;
    client.on('message', (_, payload) => this.hear(payload));
    client.on('connect', () => void this.greet());
    client.on('error', () => undefined); // mqtt.js reconnects by itself
    await this.greet();
    this.timers = [setInterval(() => this.beat(), beatMs), setInterval(() => this.resend(), 250)];
  }

  private comeIn = (): Promise<MqttClient> => {
    const { machineId, secret, brokerUrl } = this.options;
    return connectAsync({ ...brokerAddress(brokerUrl), clientId: machineId, username: machineId, password: secret, clean: true, protocolVersion: 4, reconnectPeriod: AGAIN_MS, reconnectOnConnackError: true, queueQoSZero: false });
  };

  /** Out of reach: nothing is sent, what happens is kept. */
  async disconnect(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.client?.endAsync(true);
    this.client = undefined;
  }

  tap(tag: string): void {
    this.report({ t: 'tap', tag });
  }

  /** In the mode an operator has put it into, unless told. */
  openDoor(sid?: string, mode: Mode = sid ? 'customer' : this.door.current): void {
    this.door.open(mode);
    this.report({ t: 'door', open: true, mode, sid });
    this.beat();
  }

  /** @param or slots that its sensors cannot tell from `slot` */
  take(slot: string, n = 1, sid?: string, or?: string[]): void {
    this.report({ t: 'taken', slot, n, sid, ...(or && { or }) });
  }

  giveBack(slot: string, n = 1, sid?: string): void {
    this.report({ t: 'returned', slot, n, sid });
  }

  /** Of a shelf with these slots, behind the closed door. */
  shift(slots: string[], grams: number): void {
    this.report({ t: 'shifted', slots, grams });
  }

  closeDoor(sid?: string): void {
    const mode = this.door.close(sid);
    this.report({ t: 'door', open: false, mode, sid });
    this.beat();
  }

  /** The power went after it had unlocked by this command, and nobody has opened the door. */
  losePower({ id }: Command): void {
    this.door.losePower();
    this.report({ t: 'done', id, ok: false, why: 'The power went before the door was opened' });
  }

  /** Sends anything at all, for tests of what must be refused. */
  sendRaw(topic: 'evt' | 'tel', payload: string | Buffer): void {
    this.client?.publish(topic === 'evt' ? eventTopic(this.machineId) : telemetryTopic(this.machineId), payload, { qos: 0 });
  }

  private report(content: EventContent): void {
    const event = this.outbox.add(content, this.options.now());
    if (this.outbox.size === 1) this.lastProgress = performance.now();
    if (this.outbox.window().includes(event)) this.send([event], true);
  }

  private send(events: readonly DeviceEvent[], isFirst: boolean): void {
    const { copies, reversed, dropEvery } = this.faults;
    for (const event of reversed ? [...events].reverse() : events) {
      if (isFirst && dropEvery > 0 && event.s % dropEvery === 0) continue;
      for (let n = 0; n < copies; n++) this.client?.publish(eventTopic(this.machineId), JSON.stringify(event), { qos: 1 });
    }
  }

  private resend(): void {
    if (this.outbox.size === 0 || performance.now() - this.lastProgress < RESEND_MS) return;
    this.lastProgress = performance.now();
    this.send(this.outbox.window(), false);
  }

  private hear(payload: Buffer): void {
    const read = deviceOrder.safeParse(JSON.parse(payload.toString('utf8')));
    if (!read.success) return;
    if (read.data.t === 'cmd') return void this.obey(read.data);
    if (read.data.t === 'conf') return this.configure(read.data);
    if (read.data.t === 'list') return this.price(read.data);
    this.lastProgress = performance.now();
    this.send(this.outbox.acknowledge(read.data.e, read.data.s), true);
  }

  /** The highest counts; which one does is told with the next beat. */
  private configure({ rev, do: duty }: Extract<DeviceOrder, { t: 'conf' }>): void {
    if (rev > this.revision) [this.revision, this.isResting] = [rev, duty === 'rest'];
    this.beat();
  }

  private price(list: Extract<DeviceOrder, { t: 'list' }>): void {
    if (this.options.knowsPrices === false) return;
    if (list.rev > (this.list?.rev ?? 0)) this.list = list;
    this.beat();
  }

  private async obey(order: Command): Promise<void> {
    if (this.obeyed.has(order.id)) return;
    this.obeyed.add(order.id);
    this.client?.publish(telemetryTopic(this.machineId), JSON.stringify({ v: 1, t: 'got', id: order.id }), { qos: 0 });
    const why = this.door.objection(order, this.isResting);
    const done = why ? { ok: false, why } : await this.options.obey(order, this);
    if (done.ok) this.carryOut(order);
    this.report({ t: 'done', id: order.id, ...done });
  }

  private carryOut(order: Command): void {
    if (order.do === 'reboot') return void setTimeout(() => void this.reboot(), REBOOT_MS);
    if (order.do === 'sync') this.send(this.outbox.window(), false);
    else this.door.carryOut(order);
    this.beat();
  }

  private async reboot(): Promise<void> {
    if (!this.client) return;
    await this.disconnect();
    this.startedAt = this.options.now();
    this.door.reboot();
    await this.connect().catch(() => undefined);
  }

  private async greet(): Promise<void> {
    if (this.client?.stream instanceof Socket) this.client.stream.setNoDelay(true); // events are small and should not wait for each other
    await this.client?.subscribeAsync(orderTopic(this.machineId), { qos: 1 });
    this.client?.publish(telemetryTopic(this.machineId), JSON.stringify({ v: 1, t: 'hello', e: this.options.epoch, fw: 'simulator', from: this.outbox.oldest, slots: this.options.slots }), { qos: 1 });
    this.beat();
    this.send(this.outbox.window(), false);
  }

  /** Says that it is there; it does so by itself from time to time. */
  beat(): void {
    const { secondsLeft: left, current: mode, isOpen } = this.door;
    const beat = { v: 1, t: 'beat', at: this.options.now(), door: isOpen ? 'open' : 'closed', mode, rssi: -58, tempC: 4.5, up: Math.floor((this.options.now() - this.startedAt) / 1000), ...(left > 0 && { left }), ...(this.options.knowsConfigurations !== false && { conf: this.revision }), ...(this.options.knowsPrices !== false && { list: this.list?.rev ?? 0 }) };
    this.client?.publish(telemetryTopic(this.machineId), JSON.stringify(beat), { qos: 0 });
  }
}
