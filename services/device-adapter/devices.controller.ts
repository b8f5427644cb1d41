/** What other services ask of machines. */
import { Controller } from '@nestjs/common';
import { visitJournal } from '@larder/contracts/vending/black-box.js';
import { missingReports } from '@larder/contracts/vending/disputes.js';
import { admitDevice, issueCredential, linkState, listUnread, renewCredential, sendOrder } from '@larder/contracts/device.js';
import { machineToUse } from '@larder/contracts/fleet/places.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { credential, credentialView, hashOf } from './credential.js';
import { completeness, completeTo, journal, told } from './journal.js';
import { board } from './intake/board.js';
import { Intake } from './intake/intake.js';
import { unreadView, type UnreadRow } from './intake/quarantine.js';
import { Links } from './links.js';
import { commandOf, orders } from './orders/orders.js';
import { journalOf } from './visit-journal.js';

@Controller()
export class DevicesController {
  constructor(private readonly kit: Kit, private readonly links: Links, private readonly intake: Intake) {}

  @Answers(sendOrder)
  async send({ machineId, account, orderId, action, ttlSeconds, sessionId, reason }: In<typeof sendOrder>, asked: Asked): Promise<Out<typeof sendOrder> | Refusal> {
    // Whoever orders has not heard so yet, and what left once more would be on nobody's bill.
    const isOver = action === 'unlock' && sessionId !== undefined && (await this.kit.look(journal, machineId, account)).over === sessionId;
    if (isOver) return refuse('CONFLICT', 'The door was opened and closed for this visit already');
    const expiresAt = new Date(this.kit.clock.now().getTime() + ttlSeconds * 1000).toISOString();
    const done = await this.kit.handle(orders, machineId, { type: 'Order', order: { machineId, orderId, action, sessionId, reason, expiresAt, ...(action !== 'lock' && { ttlSeconds }) } }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    // Asked again for an order that was carried out, or whose time is over, nothing goes to the machine: it may have forgotten that it knew it.
    const pending = done.state.pending.find((order) => order.orderId === orderId);
    const command = pending && commandOf(pending, this.kit.clock.now().getTime());
    if (command) this.links.send(machineId, command);
    return { orderId };
  }

  @Answers(issueCredential)
  async issue({ machineId, account, secret: given }: In<typeof issueCredential>, asked: Asked): Promise<Out<typeof issueCredential> | Refusal> {
    const broker = this.links.told;
    if (!broker) return refuse('UNAVAILABLE', 'Machines cannot be set up right now. Please try again in a moment.');
    const [salt, secret] = [this.kit.chance.secret(12), given ?? this.kit.chance.secret(24)];
    const done = await this.kit.handle(credential, machineId, { type: 'IssueCredential', machineId, salt, hash: hashOf(salt, secret) }, causeOf(asked, account));
    if (isRefusal(done)) return refuse('CONFLICT', `Machine ID ${machineId} is in use by another organization`);
    if (done.facts.length === 0 && given === undefined) return refuse('CONFLICT', 'This request was answered before. Ask for a new credential instead.');
    await this.kit.views.reached(credentialView, done.position);
    if (done.facts.length > 0) this.links.cut(machineId);
    return { machineId, secret, broker };
  }

  @Answers(renewCredential)
  async renew({ id }: In<typeof renewCredential>, asked: Asked): Promise<Out<typeof renewCredential> | Refusal> {
    const account = accountOf(asked);
    const card = await this.kit.ask(machineToUse, { account, machineId: id }, { ...asked, caller: { kind: 'service', name: 'device-adapter' } });
    const issued = isRefusal(card) ? card : await this.issue({ machineId: id, account }, asked);
    return isRefusal(issued) ? issued : { machineId: id, secret: issued.secret };
  }

  @Answers(admitDevice)
  async admit({ machineId, secret }: In<typeof admitDevice>): Promise<Out<typeof admitDevice> | Refusal> {
    return (await this.intake.admit(machineId, secret)) !== undefined ? { machineId } : refuse('SIGN_IN_REQUIRED', 'Unknown machine or wrong secret');
  }

  @Answers(listUnread)
  async unread({ machineId }: In<typeof listUnread>, asked: Asked): Promise<Out<typeof listUnread>> {
    return { messages: (await this.kit.views.get<UnreadRow>(unreadView, accountOf(asked), machineId))?.messages ?? [] };
  }

  @Answers(visitJournal)
  async journal({ machineId, ...visit }: In<typeof visitJournal>, asked: Asked): Promise<Out<typeof visitJournal>> {
    const account = accountOf(asked);
    const [reported, told] = await Promise.all([this.kit.history(journal, machineId, account), this.kit.history(orders, machineId, account)]);
    return journalOf(visit, reported, told);
  }

  @Answers(missingReports)
  async missing({ account, machineId, ...visit }: In<typeof missingReports>): Promise<Out<typeof missingReports>> {
    const { completeness: epochs } = journalOf(visit, await this.kit.history(journal, machineId, account), []);
    return { missing: epochs.reduce((sum, { missing }) => sum + missing.length, 0) };
  }

  @Answers(linkState)
  async state({ machineId, account }: In<typeof linkState>): Promise<Out<typeof linkState>> {
    const [state, { firmware }] = await Promise.all([this.kit.look(journal, machineId, account), this.kit.look(board, machineId, account)]);
    const latest = completeness(state, state.latest ?? '');
    return { connected: this.links.isConnected(machineId), epoch: state.latest, completeTo: completeTo(latest), missing: latest.missing.length, late: latest.late, firmware, told: told(state) };
  }
}
