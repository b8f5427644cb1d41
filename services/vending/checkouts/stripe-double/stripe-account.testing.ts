/** For tests: what Stripe would remember of an account, as far as our calls reach. Checkouts, payments, refunds, the balance and payouts; no HTTP. */

/** An error in Stripe's own shape. */
export class StripeSays extends Error {
  constructor(readonly status: number, readonly type: string, message: string) {
    super(message);
  }
}

export interface DoubleCheckout {
  id: string;
  object: 'checkout.session';
  url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  created: number;
  success_url: string;
  cancel_url: string;
}
export interface DoubleIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: 'requires_capture' | 'succeeded' | 'canceled';
  metadata: Record<string, string>;
  statement_descriptor_suffix: string | null;
  refunded: number;
}
export interface DoubleRefund {
  id: string;
  object: 'refund';
  payment_intent: string;
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  status: 'succeeded' | 'failed';
  failure_reason?: string;
}
export interface DoubleDispute {
  id: string;
  object: 'dispute';
  payment_intent: string;
  amount: number;
  currency: string;
  reason: string;
  status: 'needs_response' | 'warning_needs_response' | 'warning_closed' | 'won' | 'lost';
  created: number;
  evidence_details: { due_by: number | null };
  metadata: Record<string, string>;
}
interface Moved {
  id: string;
  object: 'balance_transaction';
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'payout';
  amount: number;
  fee: number;
  currency: string;
  created: number;
  source: { id: string; object: string; metadata: Record<string, string>; payment_intent?: string };
  payout?: string;
}
interface DoublePayout {
  id: string;
  object: 'payout';
  amount: number;
  currency: string;
  arrival_date: number;
  status: 'paid';
  automatic: true;
}

/** Fields of a form such as `metadata[sessionId]`, by the name in the last brackets. */
const fieldsOf = (form: URLSearchParams, name: string): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([key, value]) => (key.startsWith(`${name}[`) && !key.slice(name.length + 1, -1).includes('[') ? [[key.slice(name.length + 1, -1), value]] : [])));
const wrong = (message: string): StripeSays => new StripeSays(400, 'invalid_request_error', message);
/** 2.9 % and 30 cents, as card payments cost. */
const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30;
const DISPUTE_FEE = 1500;
const DAY_SECONDS = 86_400;

export class StripeAccount {
  readonly checkouts = new Map<string, DoubleCheckout>();
  readonly intents = new Map<string, DoubleIntent>();
  readonly refunds = new Map<string, DoubleRefund>();
  readonly moved: Moved[] = [];
  readonly payouts: DoublePayout[] = [];
  private readonly forms = new Map<string, URLSearchParams>();
  private made = 0;

  /** @param now in seconds */
  constructor(private readonly now: () => number, private readonly pageOf: (checkoutId: string) => string) {}

  private id = (kind: string, digits = 6): string => `${kind}_double${String(++this.made).padStart(digits, '0')}`;

  open(form: URLSearchParams): DoubleCheckout {
    if (form.get('mode') !== 'payment') throw wrong('mode must be payment');
    if (form.get('payment_intent_data[statement_descriptor]')) throw wrong('statement_descriptor is not supported for card charges; use statement_descriptor_suffix');
    let amount = 0;
    for (let n = 0; form.has(`line_items[${n}][quantity]`); n++) amount += Number(form.get(`line_items[${n}][quantity]`)) * Number(form.get(`line_items[${n}][price_data][unit_amount]`));
    if (!(amount >= 50)) throw wrong('Amount must be at least 50 cents');
    const id = this.id('cs_test', 52); // 66 characters, as Stripe's have
    const checkout: DoubleCheckout = {
      id, object: 'checkout.session', url: this.pageOf(id), status: 'open', payment_status: 'unpaid', payment_intent: null, amount_total: amount, currency: form.get('line_items[0][price_data][currency]') ?? 'usd',
      client_reference_id: form.get('client_reference_id'), metadata: fieldsOf(form, 'metadata'), created: this.now(), success_url: form.get('success_url') ?? '', cancel_url: form.get('cancel_url') ?? '',
    };
    this.checkouts.set(id, checkout);
    this.forms.set(id, form);
    return checkout;
  }

  checkout(id: string): DoubleCheckout {
    const found = this.checkouts.get(id);
    if (!found) throw new StripeSays(404, 'invalid_request_error', `No such checkout.session: '${id}'`);
    return found;
  }

  intent(id: string): DoubleIntent {
    const found = this.intents.get(id);
    if (!found) throw new StripeSays(404, 'invalid_request_error', `No such payment_intent: '${id}'`);
    return found;
  }

  /** The guest's card is good: the money is taken, or held. */
  pay(id: string): DoubleCheckout {
    const checkout = this.checkout(id);
    if (checkout.status !== 'open') return checkout;
    const form = this.forms.get(id) as URLSearchParams;
    const isHold = form.get('payment_intent_data[capture_method]') === 'manual';
    const intent: DoubleIntent = {
      id: this.id('pi'), object: 'payment_intent', amount: checkout.amount_total, amount_received: 0, currency: checkout.currency, status: 'requires_capture', refunded: 0,
      metadata: fieldsOf(form, 'payment_intent_data[metadata]'), statement_descriptor_suffix: form.get('payment_intent_data[statement_descriptor_suffix]'),
    };
    this.intents.set(intent.id, intent);
    if (!isHold) this.take(intent, intent.amount);
    Object.assign(checkout, { status: 'complete', payment_status: isHold ? 'unpaid' : 'paid', payment_intent: intent.id });
    return checkout;
  }

  expire(id: string): DoubleCheckout {
    const checkout = this.checkout(id);
    if (checkout.status !== 'open') throw wrong('Only open checkouts can expire');
    checkout.status = 'expired';
    return checkout;
  }

  private take(intent: DoubleIntent, amount: number): void {
    Object.assign(intent, { status: 'succeeded', amount_received: amount });
    this.note('charge', amount, feeOf(amount), intent.currency, { id: this.id('ch'), object: 'charge', metadata: intent.metadata });
  }

  private note(type: Moved['type'], amount: number, fee: number, currency: string, source: Moved['source']): void {
    this.moved.push({ id: this.id('txn'), object: 'balance_transaction', type, amount, fee, currency, created: this.now(), source });
  }

  capture(id: string, amount: number): DoubleIntent {
    const intent = this.intent(id);
    if (intent.status !== 'requires_capture') throw wrong(`This PaymentIntent could not be captured because it has a status of ${intent.status}.`);
    if (amount > intent.amount) throw wrong('The amount is greater than the amount that can be captured');
    this.take(intent, amount);
    return intent;
  }

  cancel(id: string): DoubleIntent {
    const intent = this.intent(id);
    if (intent.status !== 'requires_capture') throw wrong(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`);
    intent.status = 'canceled';
    return intent;
  }

  refund(form: URLSearchParams): DoubleRefund {
    const intent = this.intent(form.get('payment_intent') ?? '');
    const amount = Number(form.get('amount'));
    if (amount > intent.amount_received - intent.refunded) throw wrong(`Refund amount ($${amount / 100}) is greater than unrefunded amount on charge`);
    intent.refunded += amount;
    const refund: DoubleRefund = { id: this.id('re'), object: 'refund', payment_intent: intent.id, amount, currency: intent.currency, metadata: fieldsOf(form, 'metadata'), status: 'succeeded' };
    this.refunds.set(refund.id, refund);
    this.note('refund', -amount, 0, intent.currency, refund);
    return refund;
  }

  /** Days later the bank of the guest sends the money back. */
  failRefund(refund: DoubleRefund): DoubleRefund {
    Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
    this.note('refund_failure', refund.amount, 0, refund.currency, refund);
    return refund;
  }

  /** The bank of the guest takes the money back; a dispute costs a fee. */
  dispute(intent: DoubleIntent): DoubleDispute {
    const dispute: DoubleDispute = {
      id: this.id('du'), object: 'dispute', payment_intent: intent.id, amount: intent.amount_received, currency: intent.currency, reason: 'product_not_received', status: 'needs_response',
      created: this.now(), evidence_details: { due_by: this.now() + 7 * DAY_SECONDS }, metadata: {},
    };
    this.note('adjustment', -dispute.amount, DISPUTE_FEE, dispute.currency, dispute);
    return dispute;
  }

  closeDispute(dispute: DoubleDispute, status: 'won' | 'lost'): DoubleDispute {
    dispute.status = status;
    if (status === 'won') this.note('adjustment', dispute.amount, 0, dispute.currency, dispute);
    return dispute;
  }

  /** Everything that moved so far goes to the bank in one payout that arrives at `arrival` (seconds). */
  payOut(arrival: number): DoublePayout {
    const waiting = this.moved.filter(({ payout }) => payout === undefined);
    const payout: DoublePayout = { id: this.id('po'), object: 'payout', amount: waiting.reduce((sum, { amount, fee }) => sum + amount - fee, 0), currency: 'usd', arrival_date: arrival, status: 'paid', automatic: true };
    for (const moved of waiting) moved.payout = payout.id;
    this.note('payout', -payout.amount, 0, 'usd', { id: payout.id, object: 'payout', metadata: {} });
    (this.moved.at(-1) as Moved).payout = payout.id;
    this.payouts.push(payout);
    return payout;
  }
}
