/** What guests, machines and the checkout ask of vending. */
import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { machineForVisit } from '@larder/contracts/fleet.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Caller } from '@larder/contracts/roles.js';
import { atMoment, cancelSession, completeSession, findSession, getSession, isGuestOf, removeItem, returnItem, startPayment, startSession, visitUnderWay, type PurchaseSummary, type SessionView } from '@larder/contracts/vending.js';
import { toAmount } from '@larder/contracts/money.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { Payments } from './money/payments.js';
import { isTheirsStill, mayUnlock, session, type SessionCommand } from './session.js';
import { busy, lastVisitOf, till, visitOf, waitForTap, type Turn } from './till.js';
import { visitEnd, VisitProcess } from './visit-process.js';
import { GUESTS, visitView, type Visit } from './visit-view.js';

/** So long a guest who cancels waits for the machine's word. */
const LOCKING_MS = 3_000;

@Controller()
export class SessionsController {
  constructor(private readonly kit: Kit, private readonly payments: Payments, private readonly process: VisitProcess) {}

  @Answers(startSession)
  async start(input: In<typeof startSession>, asked: Asked): Promise<SessionView | Refusal> {
    const visit = await this.kit.ask(machineForVisit, { tag: input.nfcSessionId, machineId: input.machineId }, { ...asked, caller: { kind: 'service', name: 'vending' } });
    if (isRefusal(visit)) return visit;
    const { machineId, account, name, address, timeZone, currency, offers, taxBasisPoints } = visit;
    const guest = this.guestOf(asked);
    const again = await this.tappedAgain(machineId, account, guest, asked);
    if (again) return again;
    // Of a machine that nothing was laid out in yet, all that left would be on nobody's bill.
    if (visit.status !== 'online' || !visit.isOnline || offers.length === 0) return refuse('MACHINE_UNAVAILABLE', 'This machine is not available right now. Please try again later.');
    const settings = await this.kit.askLately(accountSettings, { account }, { ...asked, caller: { kind: 'service', name: 'vending' } });
    if (isRefusal(settings)) return settings;
    const { paymentFlow: flow, holdCents, statementDescriptor, guestContact } = settings;
    // Banks take days to let a hold go. Where none is needed the machine is asked itself: it knows better than its last heartbeat.
    if (flow === 'hold-first' && holdCents && visit.turnsAway) return refuse('MACHINE_UNAVAILABLE', 'This machine serves nobody right now, or somebody is working at it. Nothing was held on your card. Please try again later.');
    const cause = causeOf(asked, account);
    const now = this.kit.clock.now();
    const expiresAt = visitEnd(this.kit);
    // It begins with a letter: spreadsheets take what begins with a sign for a formula.
    const claim = { machineId, sessionId: `v${this.kit.chance.secret(16)}`, nfcSessionId: input.nfcSessionId, guest, expiresAt };
    const claimed = await this.kit.handle(till, machineId, { type: 'ClaimTill', ...claim, now: now.toISOString() }, cause);
    if (isRefusal(claimed)) return claimed;
    const sessionId = visitOf(claimed.state, guest, now.toISOString());
    if (isRefusal(sessionId)) return sessionId;
    const start = { sessionId, machineId, nfcSessionId: input.nfcSessionId, machine: { machineId, name, address, timeZone }, currency, offers, flow, expiresAt, ...(flow === 'hold-first' && { holdCents }), ...(statementDescriptor && { statementDescriptor }), ...(guestContact && { guestContact }), taxBasisPoints, guest };
    return this.order(sessionId, { type: 'StartSession', start }, asked, account);
  }

  /** The visit in which a guest taps once more, or whose guest they have to wait for; nothing when they begin a new one. */
  private async tappedAgain(machineId: string, account: string, guest: string, asked: Asked): Promise<SessionView | Refusal | undefined> {
    const turns = await this.kit.look(till, machineId, account);
    const sessionId = lastVisitOf(turns, guest);
    if (!sessionId) return turns.current && this.behind(turns.current, machineId, account, asked);
    const state = await this.kit.look(session, sessionId, account);
    if (!state.start || !isTheirsStill(state, this.kit.clock.now().toISOString())) return undefined;
    // A door that nobody opened has locked itself after a minute.
    if (mayUnlock(state)) await this.process.unlockAgain(machineId, sessionId, asked, account);
    return this.order(sessionId, { type: 'StartSession', start: state.start }, asked, account);
  }

  /** What keeps a guest waiting whom somebody else is before; what the claim itself finds out is left to that. */
  private async behind(turn: Turn, machineId: string, account: string, asked: Asked): Promise<Refusal | undefined> {
    const now = this.kit.clock.now().toISOString();
    const { start, status, isDoorOpen } = await this.kit.look(session, turn.sessionId, account);
    // Beyond its time the till is anybody's, but nobody is served through a door that stands open.
    if (start) return status === 'active' && isDoorOpen ? busy(turn, now) : undefined;
    const waits = waitForTap(turn, this.kit.settings.SESSION_SECONDS, now);
    if (waits) return waits;
    const cause = causeOf(asked, account);
    await this.kit.handle(till, machineId, { type: 'ReleaseTill', machineId, sessionId: turn.sessionId }, { ...cause, commandId: `${cause.commandId}:free` });
    return undefined;
  }

  @Answers(getSession)
  async get({ sessionId }: In<typeof getSession>): Promise<SessionView | Refusal> {
    const visit = await this.kit.views.get<Visit>(visitView, GUESTS, sessionId);
    return visit ? atMoment(visit.screen, this.kit.clock.now()) : refuse('NOT_FOUND', 'No session found');
  }

  @Answers(findSession)
  async find({ stripeSessionId }: In<typeof findSession>): Promise<PurchaseSummary | Refusal> {
    const { rows: [visit] } = await this.kit.views.find<Visit>(visitView, GUESTS, { filter: { providerRef: stripeSessionId }, sort: { by: 'providerRef', order: 'asc' }, limit: 1 });
    if (!visit) return refuse('NOT_FOUND', 'No session found');
    const { sessionId, status, totalAmount, currency, machine, guestContact } = visit.screen;
    return {
      sessionId, reference: stripeSessionId.slice(-8), paid: status === 'completed', status, totalAmount, currency,
      items: visit.lines.map((line) => ({ product: { name: line.name }, quantity: line.quantity, unitPrice: toAmount(line.priceCents) })),
      machine: { name: machine.name, location: machine.location }, ...(guestContact && { guestContact }),
    };
  }

  /** Over as soon as the machine has locked; a guest whose machine does not answer in time is told so, and their page hears of it later. */
  @Answers(cancelSession)
  async cancel({ sessionId }: In<typeof cancelSession>, asked: Asked): Promise<SessionView | Refusal> {
    const asking = await this.order(sessionId, { type: 'CancelSession' }, asked);
    if (isRefusal(asking) || asking.status !== 'active') return asking;
    await this.ended(sessionId);
    return this.get({ sessionId });
  }

  private async ended(sessionId: string): Promise<void> {
    let heard = (): void => undefined;
    const ending = new Promise<void>((resolve) => (heard = resolve));
    const listening = await this.kit.bus.listen(`view.${visitView.collection}.${GUESTS}.${sessionId}`, (visit) => {
      if ((visit as Visit).screen.status !== 'active') heard();
    });
    const callOff = this.kit.clock.after(LOCKING_MS, heard);
    const meanwhile = await this.get({ sessionId });
    if (!isRefusal(meanwhile) && meanwhile.status !== 'active') heard();
    await ending;
    callOff();
    await listening.stop();
  }

  @Answers(startPayment)
  async pay({ sessionId }: In<typeof startPayment>, asked: Asked): Promise<SessionView | Refusal> {
    const now = await this.get({ sessionId });
    const isForHold = !isRefusal(now) && now.status === 'active' && now.hold?.state === 'needed';
    if (isForHold && now.offline) return refuse('MACHINE_UNAVAILABLE', now.offline);
    const started = isForHold ? now : await this.order(sessionId, { type: 'StartPayment' }, asked);
    if (isRefusal(started) || started.checkoutUrl || started.status === 'completed') return started;
    const account = await this.accountOf(sessionId, asked.caller);
    if (account && !(await this.payments.openCheckout(sessionId, causeOf(asked, account)))) return refuse('CONFLICT', 'This cannot be paid by card. Please contact your host.');
    return this.get({ sessionId });
  }

  @Answers(removeItem)
  remove({ sessionId, slot, quantity }: In<typeof removeItem>, asked: Asked): Promise<SessionView | Refusal> {
    return this.order(sessionId, { type: 'TakeItem', key: asked.commandId, slot, quantity }, asked);
  }

  @Answers(returnItem)
  giveBack({ sessionId, slot, quantity }: In<typeof returnItem>, asked: Asked): Promise<SessionView | Refusal> {
    return this.order(sessionId, { type: 'ReturnItem', key: asked.commandId, slot, quantity }, asked);
  }

  @Answers(completeSession)
  complete({ sessionId }: In<typeof completeSession>, asked: Asked): Promise<SessionView | Refusal> {
    return this.order(sessionId, { type: 'CompleteSession' }, asked);
  }

  @Answers(isGuestOf)
  async isTheirs({ account, sessionId, secret }: In<typeof isGuestOf>): Promise<Out<typeof isGuestOf>> {
    const { start } = await this.kit.look(session, sessionId, account);
    return { isTheirs: start?.guest === hashOf(secret) };
  }

  @Answers(visitUnderWay)
  async underWay({ account, machineId }: In<typeof visitUnderWay>): Promise<Out<typeof visitUnderWay>> {
    const { current } = await this.kit.look(till, machineId, account);
    // A tap of which the machine was taken and the visit never begun is no visit.
    const isBegun = current && (await this.kit.look(session, current.sessionId, account)).start;
    return { visit: isBegun ? { sessionId: current.sessionId, expiresAt: current.expiresAt } : null };
  }

  /** Handles a command on a visit and answers the screen that shows its outcome. */
  private async order(sessionId: string, command: SessionCommand, asked: Asked, knownAccount?: string): Promise<SessionView | Refusal> {
    const account = knownAccount ?? (await this.accountOf(sessionId, asked.caller));
    if (!account) return refuse('NOT_FOUND', 'No session found');
    const done = await this.kit.handle(session, sessionId, command, causeOf(asked, account));
    if (isRefusal(done)) return done;
    await this.kit.views.reached(visitView, done.position);
    return this.get({ sessionId });
  }

  /** The organization of a visit; a machine knows only visits of its own. */
  private async accountOf(sessionId: string, caller: Caller): Promise<string | undefined> {
    const visit = await this.kit.views.get<Visit>(visitView, GUESTS, sessionId);
    return caller.kind === 'device' && visit?.screen.machine.machineId !== caller.machineId ? undefined : visit?.account;
  }

  /** A guest is whoever holds the secret; without one every tap is somebody new. */
  private guestOf({ caller }: Asked): string {
    const secret = caller.kind === 'guest' && caller.secret ? caller.secret : this.kit.chance.secret(16);
    return hashOf(secret);
  }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
