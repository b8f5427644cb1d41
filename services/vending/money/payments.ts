/** Moves a visit's money along: has it held, asks for it, takes it out of the hold, gives it back; believes only what the provider itself says. */
import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Line } from '@larder/contracts/vending.js';
import type { Cause } from '@larder/kit/commands/handle.js';
import { Kit } from '@larder/kit/kit.js';
import { CHECKOUT, ProviderRefused, type Checkout, type CheckoutMessage } from '../checkouts/checkout.js';
import type { DoneRefundPart } from './giving-back.js';
import { dueCents, payment, unanswered, type CheckoutKind, type PaymentCommand, type PaymentState } from './payment.js';
import { session } from '../session.js';
import { GUESTS, visitView, type Visit } from '../visit-view.js';

/** A provider repeats its own failure under the same key, Stripe for a day. */
const KEY_MS = 3_600_000;

@Injectable()
export class Payments {
  constructor(private readonly kit: Kit, @Inject(CHECKOUT) private readonly checkout: Checkout) {}

  private readonly state = (sessionId: string, cause: Cause): Promise<PaymentState> => this.kit.look(payment, sessionId, cause.account);

  /** A key for what can be asked for twice and happens once all the same: a hold is captured or let go once, and nobody pays at a checkout without its address. */
  private readonly hourly = (step: string): string => `${step}:${Math.floor(this.kit.clock.now().getTime() / KEY_MS)}`;

  /** A step of ours in the life of a payment: its id follows from the step, so repeating it has one effect. */
  private note(sessionId: string, step: string, command: PaymentCommand, cause: Cause) {
    return this.kit.handle(payment, sessionId, command, { ...cause, commandId: `${sessionId}:${step}` });
  }

  /** Opens a checkout for what is to be held or is due, unless one is open. Repeating opens no second one that counts. Resolves with whether the provider has nothing against it. */
  async openCheckout(sessionId: string, cause: Cause): Promise<boolean> {
    const state = await this.state(sessionId, cause);
    const wanted = wantedOf(state);
    const about = state.request ?? state.hold;
    if (!wanted || !about) return true;
    const step = `${sessionId}:checkout:${state.attempts + 1}`;
    const opened = await orRefused(this.checkout.open({ key: this.hourly(step), sessionId, paymentId: about.paymentId, currency: about.currency, machineName: about.machineName, ...(about.statementDescriptor && { statementDescriptor: about.statementDescriptor }), ...wanted }));
    if ('why' in opened) {
      const { start } = await this.kit.look(session, sessionId, cause.account);
      await this.kit.handle(payment, sessionId, { type: 'NoteCheckoutRefused', machineId: start?.machineId ?? '', amountCents: wanted.amountCents, why: opened.why }, { ...cause, commandId: `${cause.commandId}:refused` });
      return false;
    }
    const noted = await this.kit.handle(payment, sessionId, { type: 'NoteCheckout', provider: this.checkout.provider, kind: wanted.kind, ...opened }, { ...cause, commandId: step });
    if (!isRefusal(noted)) await this.kit.views.reached(visitView, noted.position);
    return true;
  }

  /** Takes out of the hold what was ordered; what the provider refuses is asked of the guest. */
  async capture(sessionId: string, cause: Cause): Promise<void> {
    const { placed, request } = await this.state(sessionId, cause);
    if (!placed || !request || placed.state !== 'capturing') return;
    const { holdRef, providerRef, captureCents: amountCents } = placed;
    const why = await refusalOf(this.checkout.capture({ key: this.hourly(`${sessionId}:capture`), sessionId, holdRef, amountCents, currency: request.currency }));
    const taken = why === undefined ? amountCents : await this.takenBefore(holdRef);
    if (taken === undefined) return void (await this.note(sessionId, 'capture-refused', { type: 'NoteCaptureRefused', holdRef, why: why ?? '' }, cause));
    const at = this.kit.clock.now().toISOString();
    await this.note(sessionId, 'captured', { type: 'CapturePayment', providerRef, amountCents: taken, currency: request.currency, method: 'card', capturedAt: at }, cause);
    // The provider lets go of the rest by itself when a part is captured.
    await this.note(sessionId, 'released', { type: 'NoteRelease', holdRef, amountCents: placed.amountCents - taken, releasedAt: at }, cause);
  }

  /** What was taken out of a hold that the provider will not touch again: its answer was lost and the key is forgotten, or somebody took it by hand. */
  private async takenBefore(holdRef: string): Promise<number | undefined> {
    const taken = await orRefused(this.checkout.captured(holdRef).then((amountCents) => ({ amountCents })));
    return 'why' in taken ? undefined : taken.amountCents;
  }

  /** Lets a hold go. One that the provider no longer knows has gone already; what was taken out of it all the same goes back. */
  async release(sessionId: string, cause: Cause): Promise<void> {
    const { placed, request, hold } = await this.state(sessionId, cause);
    if (placed?.state !== 'releasing') return;
    const { holdRef, providerRef } = placed;
    const why = await refusalOf(this.checkout.release({ key: this.hourly(`${sessionId}:release`), sessionId, holdRef }));
    const amountCents = why === undefined ? undefined : await this.takenBefore(holdRef);
    const currency = (request ?? hold)?.currency;
    if (amountCents !== undefined && currency) await refusalOf(this.checkout.refund({ key: `${sessionId}:release:back`, sessionId, providerRef, amountCents, currency }).then(() => undefined));
    await this.note(sessionId, 'released', { type: 'NoteRelease', holdRef: placed.holdRef, amountCents: placed.amountCents, releasedAt: this.kit.clock.now().toISOString() }, cause);
  }

  /** Closes the checkout of a visit that is over: a card would be held there for nothing, and banks take days to let that go. What was held there just before is told by the provider, and let go. */
  async close(sessionId: string, providerRef: string, cause: Cause): Promise<void> {
    const { hold, request } = await this.state(sessionId, cause);
    const { status } = await this.kit.look(session, sessionId, cause.account);
    if (!hold || request || (status !== 'cancelled' && status !== 'expired')) return;
    await refusalOf(this.checkout.close({ sessionId, providerRef, amountCents: hold.amountCents, currency: hold.currency }));
  }

  /** Asks the provider for a refund that was ordered. Repeating gives nothing back twice: the key follows from the refund. */
  async giveBack(sessionId: string, refundId: string, cause: Cause): Promise<void> {
    const { captures, refunds, request } = await this.state(sessionId, cause);
    const ordered = refunds[refundId];
    const providerRef = ordered?.providerRef ?? captures[0]?.providerRef;
    if (!request || !ordered?.isOpen || !providerRef) return;
    const key = `${sessionId}:refund:${refundId}`;
    const done: DoneRefundPart[] = [];
    let why: string | undefined;
    for (const [n, part] of (ordered.parts ?? [{ providerRef, amountCents: ordered.amountCents }]).entries()) {
      const refunded = await orRefused(this.checkout.refund({ key: ordered.parts ? `${key}:${n + 1}` : key, sessionId, currency: request.currency, ...part }));
      if ('why' in refunded) why = refunded.why;
      else done.push({ ...part, refundRef: refunded.refundRef });
    }
    const [first] = done;
    const { start } = await this.kit.look(session, sessionId, cause.account);
    const refused = { machineId: start?.machineId ?? '', why: why ?? '' };
    const command: PaymentCommand = first
      ? { type: 'NoteRefund', refundId, refundRef: first.refundRef, issuedAt: this.kit.clock.now().toISOString(), ...(ordered.parts && { parts: done }), ...(why !== undefined && { refused }) }
      : { type: 'NoteRefundRefused', refundId, ...refused };
    await this.kit.handle(payment, sessionId, command, { ...cause, commandId: key });
  }

  /** A provider's message: verified first, then handled once. Throws BadSignature. */
  async accept(body: string, signature: string, correlationId: string): Promise<{ handled: boolean } | Refusal> {
    const event = await this.checkout.read(body, signature);
    return event ? this.take(event, correlationId) : { handled: false };
  }

  /** Asks the provider about every checkout of which the last word was not heard. */
  async reconcile(sessionId: string, cause: Cause): Promise<void> {
    const state = await this.state(sessionId, cause);
    for (const providerRef of unanswered(state)) {
      const answer = await orRefused(this.checkout.ask(providerRef).then((event) => ({ event })));
      if ('why' in answer) this.kit.log.warn({ sessionId, account: cause.account, providerRef, why: answer.why }, 'the payment provider does not know the checkout');
      else if (answer.event) await this.take(answer.event, cause.correlationId);
    }
    await this.note(sessionId, `asked:${state.attempts}:${state.asked + 1}`, { type: 'NoteAsked' }, cause);
  }

  private async take(event: CheckoutMessage, correlationId: string): Promise<{ handled: boolean } | Refusal> {
    const visit = await this.kit.views.get<Visit>(visitView, GUESTS, event.sessionId);
    if (!visit) {
      // Told again later, it would still be of another deployment with the same account; one of ours is to be told again once it is shown.
      const isOurs = (await this.kit.stream(`${payment.category}-${event.sessionId}`)).length > 0;
      return isOurs ? refuse('NOT_FOUND', 'No session found') : { handled: false };
    }
    const cause = { commandId: `webhook:${event.eventId}:${event.what}`, account: visit.account, actor: `system:${this.checkout.provider}`, correlationId };
    const done = await this.kit.handle(payment, event.sessionId, commandFor(event, visit), cause);
    // Held once more, by a second tab or a slow bank: nothing is ever taken out of that one.
    if (event.what === 'held' && !isRefusal(done) && done.state.placed?.holdRef !== event.holdRef) {
      await refusalOf(this.checkout.release({ key: this.hourly(`${event.sessionId}:second:${event.holdRef}`), sessionId: event.sessionId, holdRef: event.holdRef }));
    }
    return isRefusal(done) ? done : { handled: true };
  }
}

/** What a checkout would be for, if one is wanted at all. */
function wantedOf(state: PaymentState): { kind: CheckoutKind; amountCents: number; lines: Line[] } | undefined {
  const { checkout, hold, placed, request } = state;
  if (checkout) return undefined;
  if (!request) return hold && !placed ? { kind: 'hold', amountCents: hold.amountCents, lines: [] } : undefined;
  const isTakenFromHold = placed?.state === 'placed' || placed?.state === 'capturing';
  const due = dueCents(state);
  return due > 0 && !isTakenFromHold ? { kind: 'charge', amountCents: due, lines: request.lines } : undefined;
}

function commandFor(event: CheckoutMessage, { screen }: Visit): PaymentCommand {
  if (event.what === 'returned') {
    const { refundRef, amountCents, why, at: returnedAt } = event;
    return { type: 'NoteRefundReturned', refundRef, machineId: screen.machine.machineId, amountCents, why, returnedAt };
  }
  if (event.what === 'chargeback') {
    const { what: _what, eventId: _eventId, sessionId: _sessionId, ...told } = event;
    return { type: 'NoteChargeback', machineId: screen.machine.machineId, ...told };
  }
  const { providerRef, amountCents, currency, at } = event;
  switch (event.what) {
    case 'paid':
      return { type: 'CapturePayment', providerRef, amountCents, currency, method: event.method, capturedAt: at };
    case 'held':
      return { type: 'NoteHold', providerRef, holdRef: event.holdRef, amountCents, currency, placedAt: at };
    case 'abandoned':
      return { type: 'NoteAbandoned', providerRef };
  }
}

/** Why the provider will not do it; undefined when it did. Throws what failed just now. */
async function refusalOf(call: Promise<void>): Promise<string | undefined> {
  const done = await orRefused(call.then(() => ({})));
  return 'why' in done ? done.why : undefined;
}

async function orRefused<T extends object>(call: Promise<T>): Promise<T | { why: string }> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ProviderRefused) return { why: error.message };
    throw error;
  }
}
