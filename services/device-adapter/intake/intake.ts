/** Takes in what machines send: read, put in order, store, and only then acknowledge. */
import { Injectable } from '@nestjs/common';
import type { DeviceEvent, DeviceTelemetry, Heartbeat, JournalFact, UnreadFact } from '@larder/contracts/device.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { because, only, type Reaction } from '@larder/kit/commands/react.js';
import { configuration, isResting, orderOf } from '../configuration/configuration.js';
import { credentialView, isRight, MACHINES, type Credential } from '../credential.js';
import type { Channel, DeviceLink, LinkOwner, Refused } from '../device-link.js';
import { completeness, journal } from '../journal.js';
import { commandOf, orders } from '../orders/orders.js';
import { Pricing } from '../prices/pricing.js';
import { Allowance } from './allowance.js';
import { board } from './board.js';
import { Clocks } from './clocks.js';
import { Copies } from './copies.js';
import { Early } from './early.js';
import { readMessage, type Read } from './messages.js';
import { beginningOf, quarantine } from './quarantine.js';
import { Turns } from './turns.js';

const MOST_WAITING = 1000;
/** Messages of a machine that are dealt with together: what it may have under way, several times over. */
const MOST_TOGETHER = 16;

/** What a machine said, or that something which it did not say has been waited for long enough. */
type Said = { channel: Channel; payload: Uint8Array } | { missedIn: string };
interface Understood {
  said: Said;
  read: Read | undefined;
}

@Injectable()
export class Intake implements LinkOwner, Reaction {
  readonly source = 'device-adapter';
  readonly concerns = only<JournalFact['type']>('DeviceCommandDone');
  private link: DeviceLink | undefined;
  private readonly turns = new Turns<Said>(MOST_TOGETHER, (machineId, said) => this.take(machineId, said));
  private readonly early: Early;
  /** By machine: the oldest number it has, by its own word; a gap before that is not waited for. */
  private readonly oldest = new Map<string, { epoch: string; from: number }>();
  private readonly clocks: Clocks;
  readonly allowance: Allowance;
  private readonly copies: Copies;

  constructor(private readonly kit: Kit, private readonly pricing: Pricing) {
    this.early = new Early((ms, work) => kit.clock.after(ms, work), (machineId, epoch) => void this.turns.take(machineId, { missedIn: epoch }));
    this.allowance = new Allowance(() => kit.clock.now().getTime());
    this.clocks = new Clocks(() => kit.clock.now().getTime());
    this.copies = new Copies(kit);
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

  refused(what: Refused): void {
    this.kit.metrics.deviceMessages.inc({ outcome: `refused_${what}` });
  }

  /** One message after the other for each machine; a machine that floods is not listened to for a while, and sends again by itself. */
  async receive(machineId: string, channel: Channel, payload: Uint8Array): Promise<void> {
    if (this.turns.waitingOf(machineId) >= MOST_WAITING || !this.allowance.permits(machineId, channel)) return this.count(channel === 'evt' ? 'flooded' : 'flooded_telemetry');
    return this.turns.take(machineId, { channel, payload });
  }

  /** A machine's word that it did what it was told closes the order. */
  async on(heard: AnyFact): Promise<void> {
    const { machineId, orderId, ok, why } = (heard as Stored<Extract<JournalFact, { type: 'DeviceCommandDone' }>>).data;
    await this.kit.handle(orders, machineId, { type: 'NoteObeyed', machineId, orderId, ok, why }, because(heard, 'device-adapter'));
  }

  private async take(machineId: string, all: readonly Said[]): Promise<void> {
    const said = all.map((one): Understood => ({ said: one, read: 'missedIn' in one ? undefined : readMessage(one.channel, one.payload) }));
    for (let n = 0; n < said.length; ) {
      const run = this.runFrom(machineId, said.slice(n));
      n += run.length;
      await this.act(machineId, run).catch((error) => {
        this.count('failed');
        this.kit.surprise('device intake', error, { machineId });
      });
    }
  }

  /** What is dealt with in one go: events whose numbers follow each other and that are of one visit, or of none; all else by itself. */
  private runFrom(machineId: string, said: readonly Understood[]): readonly Understood[] {
    const end = said.findIndex(({ read }, n) => {
      const before = said[n - 1]?.read;
      return n > 0 && !(before?.what === 'event' && read?.what === 'event' && follows(before.event, read.event) && !this.isOldest(machineId, read.event));
    });
    return end < 0 ? said : said.slice(0, end);
  }

  private async act(machineId: string, run: readonly Understood[]): Promise<void> {
    const known = await this.knownAs(machineId);
    if (!known) return this.count('unknown_machine', run.length);
    const [{ said, read }] = run as [Understood];
    if ('missedIn' in said) return this.passOver(known, said.missedIn);
    if (read?.what === 'event') return this.events(known, run.flatMap((one) => (one.read?.what === 'event' ? [one.read.event] : [])));
    if (read?.what === 'telemetry') return this.telemetry(known, read.telemetry);
    this.count('malformed');
    await this.putAside(known, { machineId, channel: said.channel, receivedAt: this.kit.clock.now().toISOString(), why: read?.why ?? '', bytes: said.payload.length, beginning: beginningOf(said.payload) });
  }

  private async putAside({ machineId, account }: Credential, message: UnreadFact['data']): Promise<void> {
    const commandId = this.kit.chance.uuid();
    await this.kit.handle(quarantine, machineId, { type: 'Quarantine', message }, { commandId, account, actor: `device:${machineId}`, correlationId: commandId });
  }

  private async events(credential: Credential, events: readonly DeviceEvent[]): Promise<void> {
    const [first] = events as [DeviceEvent];
    const reached = await this.store(credential, events, this.isOldest(credential.machineId, first));
    if (first.s <= reached) return this.release(credential, first.e, reached);
    for (const event of events) this.early.hold(credential.machineId, event);
    this.count('early', events.length);
    // Says again up to where all is stored, so that the device sends what is missing.
    this.link?.send(credential.machineId, { v: 1, t: 'ack', e: first.e, s: reached });
  }

  /** The oldest event it has, by its own word. */
  private isOldest(machineId: string, { e, s }: DeviceEvent): boolean {
    const oldest = this.oldest.get(machineId);
    return oldest?.epoch === e && oldest.from === s;
  }

  /** Stores and acknowledges events whose numbers follow each other, unless they are too early; answers the number up to which all is stored. */
  private async store({ machineId, account }: Credential, events: readonly DeviceEvent[], passGap: boolean, counted?: 'released'): Promise<number> {
    const [first, last] = [events[0], events.at(-1)] as [DeviceEvent, DeviceEvent];
    const commandId = `${first.e}:${first.s}${first === last ? '' : `-${last.s}`}`;
    const done = await this.kit.handle(journal, machineId, { type: 'ReceiveEvents', machineId, events, receivedAt: this.kit.clock.now().toISOString(), aheadMs: this.clocks.of(machineId), passGap, isOldest: this.isOldest(machineId, first) },
      { commandId, account, actor: `device:${machineId}`, correlationId: visitOf(first) ?? `${machineId}:${commandId}` });
    if (isRefusal(done)) throw new Error(`${machineId}: ${done.message}`);
    this.allowance.keeps(machineId, done.facts.length);
    const { reached } = completeness(done.state, first.e);
    if (last.s > reached) return reached;
    const stored = done.facts.filter(({ type }) => type !== 'DeviceGapFound' && type !== 'DeviceGapClosed').length;
    this.count(counted ?? 'stored', stored);
    this.count('duplicate', events.length - stored);
    this.link?.send(machineId, { v: 1, t: 'ack', e: first.e, s: reached });
    if (stored < events.length) await this.copies.compare(machineId, account, done.state, events);
    return reached;
  }

  /** What was held back and is now next. */
  private async release(credential: Credential, epoch: string, reached: number): Promise<void> {
    for (let next = this.early.next(credential.machineId, epoch, reached); next; next = this.early.next(credential.machineId, epoch, reached)) {
      reached = await this.store(credential, [next], false, 'released');
    }
  }

  /** Nothing came to fill the gap: go on behind it and say so. */
  private async passOver(credential: Credential, epoch: string): Promise<void> {
    const [first, ...rest] = this.early.giveUp(credential.machineId, epoch);
    if (!first) return;
    let reached = await this.store(credential, [first], true, 'released');
    for (const later of rest) {
      if (later.s <= reached + 1) reached = await this.store(credential, [later], false, 'released');
      else this.early.hold(credential.machineId, later);
    }
  }

  private async telemetry(credential: Credential, message: DeviceTelemetry): Promise<void> {
    const { machineId, account } = credential;
    this.count(message.t);
    if (message.t === 'hello') {
      this.clocks.forget(machineId);
      if (message.from !== undefined) await this.beginFrom(credential, message.e, message.from);
      if (this.allowance.hasRoom(machineId)) await this.noteBoard(machineId, account, message);
      return this.greet(machineId, account, message.e);
    }
    if (message.t === 'got') return this.delivered(machineId, account, message.id);
    if (message.conf !== undefined) await this.compare(machineId, account, message.conf);
    if (message.list !== undefined) await this.pricing.compare(machineId, account, message.list);
    await this.copies.hearUptime(machineId, account, message.up);
    const clockAheadSeconds = this.clocks.hear(machineId, message.at);
    const beat: Heartbeat = {
      machineId, account, receivedAt: this.kit.clock.now().toISOString(), clockAheadSeconds, doorOpen: message.door === 'open', mode: message.mode, rssiDbm: message.rssi, temperatureC: message.tempC, uptimeSeconds: message.up, secondsLeft: message.left, shut: message.shut,
      isResting: isResting(await this.kit.look(configuration, machineId, account), message.conf),
    };
    this.kit.bus.tell(`telemetry.${machineId}`, beat);
  }

  /** A machine that works by another configuration than it should is told again, or by a higher revision when it has one we know nothing of; that it works by the right one is noted. */
  private async compare(machineId: string, account: string, revision: number): Promise<void> {
    const wanted = await this.kit.look(configuration, machineId, account);
    if (revision === wanted.revision && (revision === 0 || revision === wanted.confirmed)) return;
    if (revision < wanted.revision) return this.configure(machineId, wanted);
    const type = revision > wanted.revision ? 'Overtake' : 'NoteConfirmed';
    const commandId = `${type === 'Overtake' ? 'overtaken' : 'confirmed'}:${machineId}:${revision}`;
    const done = await this.kit.handle(configuration, machineId, { type, machineId, revision }, { commandId, account, actor: `device:${machineId}`, correlationId: commandId });
    if (type === 'Overtake' && !isRefusal(done)) this.configure(machineId, done.state);
  }

  private configure(machineId: string, wanted: Parameters<typeof orderOf>[0]): void {
    const order = orderOf(wanted);
    if (order) this.link?.send(machineId, order);
  }

  private async noteBoard(machineId: string, account: string, { slots, fw: firmware }: Extract<DeviceTelemetry, { t: 'hello' }>): Promise<void> {
    const commandId = this.kit.chance.uuid();
    const done = await this.kit.handle(board, machineId, { type: 'NoteBoard', machineId, slots, firmware }, { commandId, account, actor: `device:${machineId}`, correlationId: commandId });
    if (!isRefusal(done)) this.allowance.keeps(machineId, done.facts.length);
  }

  private async delivered(machineId: string, account: string, orderId: string): Promise<void> {
    await this.kit.handle(orders, machineId, { type: 'NoteDelivered', machineId, orderId }, { commandId: `got:${orderId}`, account, actor: `device:${machineId}`, correlationId: orderId });
  }

  /** What is before its oldest number will not come any more: when that number is here already, the gap is passed over now. */
  private async beginFrom(credential: Credential, epoch: string, from: number): Promise<void> {
    this.oldest.set(credential.machineId, { epoch, from });
    const first = this.early.get(credential.machineId, epoch, from);
    if (first) await this.release(credential, epoch, await this.store(credential, [first], true, 'released'));
  }

  /** A machine that connects hears up to where all is stored, and what it should do and has still time for. */
  private async greet(machineId: string, account: string, epoch: string): Promise<void> {
    const { reached } = completeness(await this.kit.look(journal, machineId, account), epoch);
    this.link?.send(machineId, { v: 1, t: 'ack', e: epoch, s: reached });
    this.configure(machineId, await this.kit.look(configuration, machineId, account));
    const now = this.kit.clock.now().getTime();
    for (const order of (await this.kit.look(orders, machineId, account)).pending) {
      const command = commandOf(order, now);
      if (command) this.link?.send(machineId, command);
    }
    await this.pricing.greet(machineId, account);
  }

  private knownAs(machineId: string): Promise<Credential | undefined> {
    return this.kit.views.get<Credential>(credentialView, MACHINES, machineId);
  }

  private count(outcome: string, messages = 1): void {
    if (messages > 0) this.kit.metrics.deviceMessages.inc({ outcome }, messages);
  }
}

const visitOf = (event: DeviceEvent): string | undefined => ('sid' in event && event.sid ? event.sid : undefined);

const follows = (before: DeviceEvent, event: DeviceEvent): boolean => event.e === before.e && event.s === before.s + 1 && visitOf(event) === visitOf(before);
