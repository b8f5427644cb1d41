/** Takes in what machines send: read, put in order, store, and only then acknowledge. */
import { Injectable } from '@nestjs/common';
import type { DeviceEvent, DeviceTelemetry, Heartbeat, JournalFact, UnreadFact } from '@larder/contracts/device.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { because, only, type Reaction } from '@larder/kit/react.js';
import { configuration, orderOf } from '../configuration/configuration.js';
import { credentialView, isRight, MACHINES, type Credential } from '../credential.js';
import type { Channel, DeviceLink, LinkOwner } from '../device-link.js';
import { completeness, journal } from '../journal.js';
import { orders } from '../orders/orders.js';
import { Pricing } from '../prices/pricing.js';
import { Allowance } from './allowance.js';
import { readMessage } from './messages.js';
import { beginningOf, quarantine } from './quarantine.js';

/**
 * A number that does not come for this long, although the machine has sent what is behind it again so often, is passed over and noted as missing.
 * What a machine sends again begins with the oldest it has; one that was out of reach meanwhile may have it still.
 */
const GAP_MS = 20_000;
const GAP_REPEATS = 4;
/** Events held back while an earlier one is awaited; a device keeps no more than its window under way. */
const MOST_HELD = 64;
const MOST_WAITING = 1000;

interface Waiting {
  held: Map<number, DeviceEvent>;
  /** How often something held came again. */
  repeats: number;
  giveUp: () => void;
}

@Injectable()
export class Intake implements LinkOwner, Reaction {
  readonly source = 'device-adapter';
  readonly concerns = only<JournalFact['type']>('DeviceCommandDone');
  private link: DeviceLink | undefined;
  private readonly queues = new Map<string, { waiting: number; last: Promise<void> }>();
  /** By machine and epoch: events that came before one that is still missing. */
  private readonly early = new Map<string, Waiting>();
  /** By machine: the oldest number it has, by its own word; a gap before that is not waited for. */
  private readonly oldest = new Map<string, { epoch: string; from: number }>();

  private readonly allowance: Allowance;

  constructor(private readonly kit: Kit, private readonly pricing: Pricing) {
    this.allowance = new Allowance(() => kit.clock.now().getTime());
  }

  use(link: DeviceLink): void {
    this.link = link;
  }

  async admit(machineId: string, secret: string): Promise<string | undefined> {
    const known = await this.knownAs(machineId);
    return isRight(known, secret) ? known?.salt : undefined;
  }

  async credentialOf(machineId: string): Promise<string | undefined> {
    return (await this.knownAs(machineId))?.salt;
  }

  refused(what: 'credential' | 'topic' | 'size'): void {
    this.kit.metrics.deviceMessages.inc({ outcome: `refused_${what}` });
  }

  /** One message after the other for each machine; a machine that floods is not listened to for a while, and sends again by itself. */
  async receive(machineId: string, channel: Channel, payload: Uint8Array): Promise<void> {
    const isTooMuch = (this.queues.get(machineId)?.waiting ?? 0) >= MOST_WAITING || !this.allowance.permits(machineId, channel);
    if (isTooMuch) return this.count(channel === 'evt' ? 'flooded' : 'flooded_telemetry');
    return this.inTurn(machineId, () => this.take(machineId, channel, payload));
  }

  private inTurn(machineId: string, work: () => Promise<void>): Promise<void> {
    const queue = this.queues.get(machineId) ?? { waiting: 0, last: Promise.resolve() };
    queue.waiting++;
    queue.last = queue.last.then(work).catch((error) => {
      this.count('failed');
      this.kit.surprise('device intake', error);
    }).then(() => {
      if (--queue.waiting === 0) this.queues.delete(machineId);
    });
    this.queues.set(machineId, queue);
    return queue.last;
  }

  /** A machine's word that it did what it was told closes the order. */
  async on(heard: AnyFact): Promise<void> {
    const { machineId, orderId, ok, why } = (heard as Stored<Extract<JournalFact, { type: 'DeviceCommandDone' }>>).data;
    await this.kit.handle(orders, machineId, { type: 'NoteObeyed', machineId, orderId, ok, why }, because(heard, 'device-adapter'));
  }

  private async take(machineId: string, channel: Channel, payload: Uint8Array): Promise<void> {
    const credential = await this.knownAs(machineId);
    if (!credential) return this.count('unknown_machine');
    const read = readMessage(channel, payload);
    if (read.what === 'event') return this.event(credential, read.event);
    if (read.what === 'telemetry') return this.telemetry(credential, read.telemetry);
    this.count('malformed');
    await this.putAside(credential, { machineId, channel, receivedAt: this.kit.clock.now().toISOString(), why: read.why, bytes: payload.length, beginning: beginningOf(payload) });
  }

  private async putAside({ machineId, account }: Credential, message: UnreadFact['data']): Promise<void> {
    const commandId = this.kit.chance.uuid();
    await this.kit.handle(quarantine, machineId, { type: 'Quarantine', message }, { commandId, account, actor: `device:${machineId}`, correlationId: commandId });
  }

  private async event(credential: Credential, event: DeviceEvent): Promise<void> {
    const oldest = this.oldest.get(credential.machineId);
    const reached = await this.store(credential, event, oldest?.epoch === event.e && oldest.from === event.s);
    if (event.s <= reached) return this.release(credential, event.e, reached);
    this.hold(credential, event);
    this.count('early');
    // Says again up to where all is stored, so that the device sends what is missing.
    this.link?.send(credential.machineId, { v: 1, t: 'ack', e: event.e, s: reached });
  }

  /** Stores and acknowledges an event unless it is too early; answers the number up to which all is stored. */
  private async store({ machineId, account }: Credential, event: DeviceEvent, passGap: boolean, counted?: 'released'): Promise<number> {
    const commandId = `${event.e}:${event.s}`;
    const done = await this.kit.handle(journal, machineId, { type: 'ReceiveEvent', machineId, event, receivedAt: this.kit.clock.now().toISOString(), passGap },
      { commandId, account, actor: `device:${machineId}`, correlationId: 'sid' in event && event.sid ? event.sid : `${machineId}:${commandId}` });
    if (isRefusal(done)) throw new Error(`${machineId}: ${done.message}`);
    const { reached } = completeness(done.state, event.e);
    if (event.s > reached) return reached;
    this.count(counted ?? (done.facts.length > 0 ? 'stored' : 'duplicate'));
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
      reached = await this.store(credential, next, false, 'released');
    }
    if (waiting.held.size > 0) return;
    waiting.giveUp();
    this.early.delete(key);
  }

  private hold(credential: Credential, event: DeviceEvent): void {
    const { machineId } = credential;
    const key = `${machineId}:${event.e}`;
    const waiting = this.early.get(key) ?? { held: new Map<number, DeviceEvent>(), repeats: 0, giveUp: this.giveUpLater(credential, event.e) };
    this.early.set(key, waiting);
    if (waiting.held.has(event.s)) waiting.repeats++;
    if (waiting.held.size < MOST_HELD) waiting.held.set(event.s, event);
  }

  private giveUpLater(credential: Credential, epoch: string): () => void {
    return this.kit.clock.after(GAP_MS, () => this.inTurn(credential.machineId, () => this.passOver(credential, epoch)));
  }

  /** Nothing came to fill the gap: go on behind it and say so. */
  private async passOver(credential: Credential, epoch: string): Promise<void> {
    const key = `${credential.machineId}:${epoch}`;
    const waiting = this.early.get(key);
    const first = waiting && [...waiting.held.keys()].sort((a, b) => a - b)[0];
    const event = first === undefined ? undefined : waiting?.held.get(first);
    if (!waiting || !event) return;
    if (waiting.repeats < GAP_REPEATS) {
      waiting.giveUp = this.giveUpLater(credential, epoch);
      return;
    }
    this.early.delete(key);
    let reached = await this.store(credential, event, true, 'released');
    const rest = [...waiting.held.values()].filter((e) => e.s !== event.s).sort((a, b) => a.s - b.s);
    for (const later of rest) {
      if (later.s <= reached + 1) reached = await this.store(credential, later, false, 'released');
      else this.hold(credential, later);
    }
  }

  private async telemetry(credential: Credential, message: DeviceTelemetry): Promise<void> {
    const { machineId, account } = credential;
    this.count(message.t);
    if (message.t === 'hello') {
      if (message.from !== undefined) await this.beginFrom(credential, message.e, message.from);
      return this.greet(machineId, account, message.e);
    }
    if (message.t === 'got') return this.delivered(machineId, account, message.id);
    if (message.conf !== undefined) await this.compare(machineId, account, message.conf);
    if (message.list !== undefined) await this.pricing.compare(machineId, account, message.list);
    const now = this.kit.clock.now();
    const clockAheadSeconds = message.at > 0 ? Math.round((message.at - now.getTime()) / 1000) : undefined;
    const beat: Heartbeat = {
      machineId, account, receivedAt: now.toISOString(), clockAheadSeconds, doorOpen: message.door === 'open', mode: message.mode, rssiDbm: message.rssi, temperatureC: message.tempC, uptimeSeconds: message.up, secondsLeft: message.left,
    };
    this.kit.bus.tell(`telemetry.${machineId}`, beat);
  }

  /** A machine that works by another configuration than it should is told again; that it works by the right one is noted. */
  private async compare(machineId: string, account: string, revision: number): Promise<void> {
    const wanted = await this.kit.look(configuration, machineId, account);
    if (wanted.revision === 0 || (revision === wanted.revision && revision === wanted.confirmed)) return;
    if (revision < wanted.revision) return this.configure(machineId, wanted);
    const commandId = `confirmed:${machineId}:${revision}`;
    await this.kit.handle(configuration, machineId, { type: 'NoteConfirmed', machineId, revision }, { commandId, account, actor: `device:${machineId}`, correlationId: commandId });
  }

  private configure(machineId: string, wanted: Parameters<typeof orderOf>[0]): void {
    const order = orderOf(wanted);
    if (order) this.link?.send(machineId, order);
  }

  private async delivered(machineId: string, account: string, orderId: string): Promise<void> {
    await this.kit.handle(orders, machineId, { type: 'NoteDelivered', machineId, orderId }, { commandId: `got:${orderId}`, account, actor: `device:${machineId}`, correlationId: orderId });
  }

  /** What is before its oldest number will not come any more: when that number is here already, the gap is passed over now. */
  private async beginFrom(credential: Credential, epoch: string, from: number): Promise<void> {
    this.oldest.set(credential.machineId, { epoch, from });
    const first = this.early.get(`${credential.machineId}:${epoch}`)?.held.get(from);
    if (first) await this.release(credential, epoch, await this.store(credential, first, true, 'released'));
  }

  /** A machine that connects hears up to where all is stored, and what it should do and has still time for. */
  private async greet(machineId: string, account: string, epoch: string): Promise<void> {
    const { reached } = completeness(await this.kit.look(journal, machineId, account), epoch);
    this.link?.send(machineId, { v: 1, t: 'ack', e: epoch, s: reached });
    this.configure(machineId, await this.kit.look(configuration, machineId, account));
    const now = this.kit.clock.now().getTime();
    for (const { orderId, action, sessionId, expiresAt } of (await this.kit.look(orders, machineId, account)).pending) {
      const ttl = Math.floor((Date.parse(expiresAt) - now) / 1000);
      if (ttl > 0) this.link?.send(machineId, { v: 1, t: 'cmd', id: orderId, do: action, ttl, sid: sessionId });
    }
    await this.pricing.greet(machineId, account);
  }

  private knownAs(machineId: string): Promise<Credential | undefined> {
    return this.kit.views.get<Credential>(credentialView, MACHINES, machineId);
  }

  private count(outcome: string): void {
    this.kit.metrics.deviceMessages.inc({ outcome });
  }
}
