/** Takes in what machines send: read, put in order, store, and only then acknowledge. */
import { Injectable } from '@nestjs/common';
import { deviceEvent, deviceTelemetry, type DeviceEvent, type DeviceTelemetry, type Heartbeat, type JournalFact } from '@larder/contracts/device.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { because, type Reaction } from '@larder/kit/react.js';
import { credentialView, isRight, MACHINES, type Credential } from './credential.js';
import type { Channel, DeviceLink, LinkOwner } from './device-link.js';
import { completeness, journal } from './journal.js';
import { orders } from './orders/orders.js';

/** A number that does not come for this long is passed over and noted as missing. */
const GAP_MS = 20_000;
/** Events held back while an earlier one is awaited; a device keeps no more than its window under way. */
const MOST_HELD = 64;
const MOST_WAITING = 1000;

interface Waiting {
  held: Map<number, DeviceEvent>;
  giveUp: () => void;
}

@Injectable()
export class Intake implements LinkOwner, Reaction {
  readonly source = 'device-adapter';
  private link: DeviceLink | undefined;
  private readonly queues = new Map<string, { waiting: number; last: Promise<void> }>();
  /** By machine and epoch: events that came before one that is still missing. */
  private readonly early = new Map<string, Waiting>();

  constructor(private readonly kit: Kit) {}

  use(link: DeviceLink): void {
    this.link = link;
  }

  async admit(machineId: string, secret: string): Promise<boolean> {
    return isRight(await this.credentialOf(machineId), secret);
  }

  refused(what: 'credential' | 'topic' | 'size'): void {
    this.kit.metrics.deviceMessages.inc({ outcome: `refused_${what}` });
  }

  /** One message after the other for each machine; a machine that floods is not listened to until the queue is shorter, and sends again by itself. */
  receive(machineId: string, channel: Channel, payload: Uint8Array): void {
    if ((this.queues.get(machineId)?.waiting ?? 0) >= MOST_WAITING) return this.count('flooded');
    this.inTurn(machineId, () => this.take(machineId, channel, payload));
  }

  private inTurn(machineId: string, work: () => Promise<void>): void {
    const queue = this.queues.get(machineId) ?? { waiting: 0, last: Promise.resolve() };
    queue.waiting++;
    queue.last = queue.last.then(work).catch((error) => void this.kit.surprise('device intake', error)).then(() => {
      if (--queue.waiting === 0) this.queues.delete(machineId);
    });
    this.queues.set(machineId, queue);
  }

  /** A machine's word that it did what it was told closes the order. */
  async on(heard: AnyFact): Promise<void> {
    const fact = heard as Stored<JournalFact>;
    if (fact.type !== 'DeviceCommandDone') return;
    const { machineId, orderId, ok, why } = fact.data;
    await this.kit.handle(orders, machineId, { type: 'NoteObeyed', machineId, orderId, ok, why }, because(heard, 'device-adapter'));
  }

  private async take(machineId: string, channel: Channel, payload: Uint8Array): Promise<void> {
    const credential = await this.credentialOf(machineId);
    if (!credential) return this.count('unknown_machine');
    const json = parse(payload);
    if (channel === 'tel') {
      const read = deviceTelemetry.safeParse(json);
      return read.success ? this.telemetry(credential, read.data) : this.count('malformed');
    }
    const read = deviceEvent.safeParse(json);
    return read.success ? this.event(credential, read.data) : this.count('malformed');
  }

  private async event(credential: Credential, event: DeviceEvent): Promise<void> {
    const reached = await this.store(credential, event, false);
    if (event.s > reached) this.hold(credential, event, reached);
    else await this.release(credential, event.e, reached);
  }

  /** Stores and acknowledges an event unless it is too early; answers the number up to which all is stored. */
  private async store({ machineId, account }: Credential, event: DeviceEvent, passGap: boolean): Promise<number> {
    const commandId = `${event.e}:${event.s}`;
    const done = await this.kit.handle(journal, machineId, { type: 'ReceiveEvent', machineId, event, receivedAt: this.kit.clock.now().toISOString(), passGap },
      { commandId, account, actor: `device:${machineId}`, correlationId: 'sid' in event && event.sid ? event.sid : `${machineId}:${commandId}` });
    if (isRefusal(done)) throw new Error(`${machineId}: ${done.message}`);
    const { reached } = completeness(done.state, event.e);
    if (event.s > reached) return reached;
    this.count(done.facts.length > 0 ? 'stored' : 'duplicate');
    this.link?.send(machineId, { v: 1, t: 'ack', e: event.e, s: reached });
    return reached;
  }

  /** What was held back and is now next. */
  private async release(credential: Credential, epoch: string, reached: number): Promise<void> {
    const key = `${credential.machineId}:${epoch}`;
    const waiting = this.early.get(key);
    if (!waiting) return;
    for (;;) {
      for (const sequence of waiting.held.keys()) if (sequence <= reached) waiting.held.delete(sequence);
      const next = waiting.held.get(reached + 1);
      if (!next) break;
      reached = await this.store(credential, next, false);
    }
    if (waiting.held.size > 0) return;
    waiting.giveUp();
    this.early.delete(key);
  }

  private hold(credential: Credential, event: DeviceEvent, reached: number): void {
    const { machineId } = credential;
    const key = `${machineId}:${event.e}`;
    const waiting = this.early.get(key) ?? { held: new Map<number, DeviceEvent>(), giveUp: this.kit.clock.after(GAP_MS, () => this.inTurn(machineId, () => this.passOver(credential, event.e))) };
    this.early.set(key, waiting);
    if (waiting.held.size < MOST_HELD) waiting.held.set(event.s, event);
    this.count('early');
    // Says again up to where all is stored, so that the device sends what is missing.
    this.link?.send(machineId, { v: 1, t: 'ack', e: event.e, s: reached });
  }

  /** Nothing came to fill the gap: go on behind it and say so. */
  private async passOver(credential: Credential, epoch: string): Promise<void> {
    const key = `${credential.machineId}:${epoch}`;
    const waiting = this.early.get(key);
    const first = waiting && [...waiting.held.keys()].sort((a, b) => a - b)[0];
    const event = first === undefined ? undefined : waiting?.held.get(first);
    if (!waiting || !event) return;
    this.early.delete(key);
    await this.store(credential, event, true);
    const rest = [...waiting.held.values()].filter((e) => e.s !== event.s).sort((a, b) => a.s - b.s);
    for (const later of rest) await this.event(credential, later);
  }

  private async telemetry({ machineId, account }: Credential, message: DeviceTelemetry): Promise<void> {
    this.count(message.t);
    if (message.t === 'hello') return this.greet(machineId, account, message.e);
    if (message.t === 'got') return this.delivered(machineId, account, message.id);
    const beat: Heartbeat = {
      machineId, account, receivedAt: this.kit.clock.now().toISOString(), doorOpen: message.door === 'open', mode: message.mode, rssiDbm: message.rssi, temperatureC: message.tempC, uptimeSeconds: message.up, secondsLeft: message.left,
    };
    this.kit.bus.tell(`telemetry.${machineId}`, beat);
  }

  private async delivered(machineId: string, account: string, orderId: string): Promise<void> {
    await this.kit.handle(orders, machineId, { type: 'NoteDelivered', machineId, orderId }, { commandId: `got:${orderId}`, account, actor: `device:${machineId}`, correlationId: orderId });
  }

  /** A machine that connects hears up to where all is stored, and what it should do and has still time for. */
  private async greet(machineId: string, account: string, epoch: string): Promise<void> {
    const { reached } = completeness(await this.kit.look(journal, machineId, account), epoch);
    this.link?.send(machineId, { v: 1, t: 'ack', e: epoch, s: reached });
    const now = this.kit.clock.now().getTime();
    for (const { orderId, action, sessionId, expiresAt } of (await this.kit.look(orders, machineId, account)).pending) {
      const ttl = Math.floor((Date.parse(expiresAt) - now) / 1000);
      if (ttl > 0) this.link?.send(machineId, { v: 1, t: 'cmd', id: orderId, do: action, ttl, sid: sessionId });
    }
  }

  private credentialOf(machineId: string): Promise<Credential | undefined> {
    return this.kit.views.get<Credential>(credentialView, MACHINES, machineId);
  }

  private count(outcome: string): void {
    this.kit.metrics.deviceMessages.inc({ outcome });
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(payload: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(payload));
  } catch {
    return undefined;
  }
}
