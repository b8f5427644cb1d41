/** Vending: a guest's visit to a machine, from the tap to the payment. */
import { z } from 'zod';
import type { FactOf } from './fact.js';
import { cents, currency } from './money.js';
import { machineId } from './device/machine-id.js';
import { command, once, query } from './request.js';
import { timeZone } from './day.js';

/** Something on offer in a slot, with its price as it was when the visit began. */
export const offer = z.object({
  slot: z.string(), productId: z.string(), name: z.string(), sku: z.string(), category: z.string(), priceCents: cents,
  /** Unknown for products taken over without a cost. */
  costCents: cents.nullable(),
  /** Tax of its own that is included in its price, in hundredths of a percent; missing: the visit's. */
  taxBasisPoints: z.number().int().optional(),
});
export type Offer = z.infer<typeof offer>;

/** `atMost`: no more can lie in the slot, by what it is set to hold or by what was counted into it. A machine that reports more has a broken sensor. `knownSince`: when it was counted last, or its product came into it. Missing in older facts. */
export const shelved = offer.extend({ atMost: z.number().int().positive().optional(), knownSince: z.string().optional() });
export type Shelved = z.infer<typeof shelved>;

export const line = offer.extend({ quantity: z.number().int().positive() });
export type Line = z.infer<typeof line>;

const visited = z.object({ machineId, name: z.string(), address: z.string(), timeZone });
export const paymentMethod = z.enum(['cash', 'card', 'mobile']);
export type PaymentMethod = z.infer<typeof paymentMethod>;
const inSession = z.object({ sessionId: z.string(), machineId });
const lostToBank = z.array(z.object({ chargebackRef: z.string(), amountCents: cents }));
const fromDevice = inSession.extend({
  /** `<epoch>:<sequence>` of the device's event, or the command id of a call: the same key counts once. */
  key: z.string(),
  deviceAt: z.string().optional(),
});
/** When it was, by our clock, of what came long after; as in the machine's journal. */
const happenedAt = z.string().optional();
/** Beside that: the slot's as the visit began; of what moved without one, as the latest visit began that the machine had told of before. Where it is the same still, it was moved after it, whatever a clock that was put back says. */
const knownSince = z.string().optional();

/** Slots the machine could not tell from the item's own. What is charged is the cheapest of them all, what is given back the dearest that was taken; what had been charged as of another slot, because it could not be told from these, comes off as that. */
const alternatives = z.array(z.string()).optional();

/** Of one visit. */
const lateItems = z.object({ taken: z.number().int(), returned: z.number().int(), slots: z.array(z.string()) });
export type LateItems = z.infer<typeof lateItems>;
export const unplacedWhy = z.enum(['after_end', 'unknown_slot', 'not_there', 'not_held']);
export type UnplacedWhy = z.infer<typeof unplacedWhy>;

/** What happens at a machine without a session, each within ten minutes of what was before: what it has come to since `key`, this included. Missing from facts of before it was noted. */
const incident = z.object({ key: z.string(), at: z.string(), opened: z.boolean(), left: z.number().int(), cameIn: z.number().int(), slots: z.array(z.string()) }).optional();
/** Stream `till-<machine>`: whose turn it is. A machine serves one visit at a time. */
export const tillFacts = {
  /** `guest` is the hash of the secret that the guest's browser keeps: the same guest tapping again comes back to the same visit. */
  TillClaimed: inSession.extend({ nfcSessionId: z.string(), guest: z.string(), expiresAt: z.string() }),
  TillReleased: inSession,
  /** The visit's time begins anew. */
  TillProlonged: inSession.extend({ expiresAt: z.string() }),
  /** The door was opened although nobody was being served and no operator had unlocked it. */
  DoorOpenedWithoutSession: z.object({ machineId, key: z.string(), deviceAt: z.string().optional(), happenedAt, incident }),
  ItemTakenWithoutSession: z.object({ machineId, key: z.string(), slot: z.string(), quantity: z.number().int(), deviceAt: z.string().optional(), happenedAt, knownSince, incident }),
  /** The machine saw more in a slot although nobody was being served and no operator was at work there. `back`: so many of it had left it so before, and count as stock again; the rest may be somebody who fills it. */
  ItemReturnedWithoutSession: z.object({ machineId, key: z.string(), slot: z.string(), quantity: z.number().int(), back: z.number().int().nonnegative(), deviceAt: z.string().optional(), happenedAt, knownSince, incident }),
};
/** Stream `session-<id>`: one visit. */
export const sessionFacts = {
  SessionStarted: inSession.extend({ nfcSessionId: z.string(), machine: visited, currency, offers: z.array(shelved), flow: z.enum(['pay-after', 'hold-first']), expiresAt: z.string(),
    /** With `hold-first`: what is authorised before the door unlocks. */
    holdCents: cents.optional(),
    /** On the guest's card statement. */
    statementDescriptor: z.string().optional(),
    /** Whom the guest may ask. */
    guestContact: z.string().optional(),
    /** Tax included in the prices, in hundredths of a percent, of what has none of its own. */
    taxBasisPoints: z.number().int().optional(),
    /** As in `TillClaimed`: what the visit's guest is known by afterwards. */
    guest: z.string().optional() }),
  /** The card is authorised: the door may unlock. */
  SessionHeld: inSession.extend({ holdCents: cents, currency,
    /** The time for taking counts from here; missing in older facts, whose visits went on as they had begun. */
    expiresAt: z.string().optional() }),
  /** The machine is not heard while somebody is being served: its guest is told. Over with the next report of the visit, too. */
  VisitCutOff: inSession,
  VisitHeardAgain: inSession,
  DoorOpened: fromDevice,
  DoorClosed: fromDevice,
  ItemTaken: fromDevice.extend({ item: offer, quantity: z.number().int().positive(), alternatives, happenedAt, knownSince }),
  ItemReturned: fromDevice.extend({ item: offer, quantity: z.number().int().positive(), alternatives, happenedAt, knownSince }),
  /** From here on a payment is due. `expired`: the time had run out with items out, which opens a case. */
  SessionCommitted: inSession.extend({ why: z.enum(['door_closed', 'machine', 'expired']), lines: z.array(line), totalCents: cents, currency }),
  /** The guest, or the clock, wants it to be over. The machine may have been opened and not have been heard yet: it is told to lock, and the visit ends with its answer, or when a door that stands open is closed. With what is out until now, when something is. */
  SessionEndAsked: inSession.extend({ by: z.enum(['guest', 'clock']), totalCents: cents.optional(), currency: currency.optional() }),
  /** `not_unlocked`: the machine refused to open for the visit, or its power went before anybody had opened it. */
  SessionCancelled: inSession.extend({ why: z.enum(['guest', 'nothing_taken', 'not_unlocked']) }),
  SessionExpired: inSession,
  /** The guest went to the checkout. */
  PaymentStarted: inSession,
  /** Still unpaid long after the door closed. */
  /** `dueCents`: what is left of the total to be paid, where a hold brought a part of it. */
  SessionOverdue: inSession.extend({ totalCents: cents, currency, dueCents: cents.optional(), lines: z.array(line).optional() }),
  SessionPaid: inSession.extend({ paymentId: z.string(), method: paymentMethod, paidAt: z.string(), machine: visited, lines: z.array(line),
    /** What was paid. */
    totalCents: cents, currency, taxBasisPoints: z.number().int().optional(),
    /** A hold brought a part of what the lines cost, and this rest of it never came. */
    unpaidCents: cents.optional(),
    /** Of what was paid, what the guest's bank kept before there was a sale to enter it on. */
    lost: lostToBank.optional() }),
  /** The machine reported an item after the visit had ended, from a slot with nothing on offer, (`not_there`) more out of a slot than can have been in it, or that back, or (`not_held`) more back than was taken, or took that away again: shown to the operator, never charged in silence. */
  UnplacedItemReported: fromDevice.extend({ slot: z.string(),
    /** What was in the slot at the tap; missing where nothing was, and from facts of before it was noted. */
    productId: z.string().optional(), quantity: z.number().int(), what: z.enum(['taken', 'returned']), why: unplacedWhy, happenedAt, knownSince,
    /** What was reported after the end has come to, this included; missing from facts of before it was noted. */
    late: lateItems.optional() }),
};
const inPayment = z.object({ sessionId: z.string(), paymentId: z.string() });
/** `line` of the sale, counted from 0; what goes back by itself is of none. */
const aRefund = inPayment.extend({ refundId: z.string(), amountCents: cents, currency, line: z.number().int().nonnegative().optional() });
const aChargeback = inPayment.extend({ chargebackRef: z.string(), machineId, amountCents: cents, currency });
/** Stream `payment-<session>`: one stream of money per visit. */
export const paymentFacts = {
  PaymentRequested: inPayment.extend({ amountCents: cents, currency, lines: z.array(line), machineName: z.string(), statementDescriptor: z.string().optional() }),
  HoldRequested: inPayment.extend({ amountCents: cents, currency, machineName: z.string(), statementDescriptor: z.string().optional() }),
  /** `kind` missing: a charge. */
  CheckoutOpened: inPayment.extend({ provider: z.string(), providerRef: z.string(), url: z.string(), kind: z.enum(['charge', 'hold']).optional() }),
  /** The provider will not open one, however often it is asked; `why` is for the operator. Noted once for the same reason, until one is opened. */
  CheckoutRefused: inPayment.extend({ machineId, amountCents: cents, currency, why: z.string() }),
  /** Authorised, not taken. `holdRef` is the provider's name for what can be captured or released. */
  HoldPlaced: inPayment.extend({ providerRef: z.string(), holdRef: z.string(), amountCents: cents, currency, placedAt: z.string() }),
  CaptureOrdered: inPayment.extend({ holdRef: z.string(), amountCents: cents, currency }),
  /** The provider would not capture; the guest is asked by a checkout. */
  CaptureFailed: inPayment.extend({ holdRef: z.string(), why: z.string() }),
  ReleaseOrdered: inPayment.extend({ holdRef: z.string() }),
  /** What was held and not captured is the guest's again. */
  HoldReleased: inPayment.extend({ holdRef: z.string(), amountCents: cents, currency, releasedAt: z.string() }),
  /** No message came, so the provider was asked; next time after twice as long, unless there is nothing left to ask about. */
  CheckoutsAsked: inPayment.extend({ times: z.number().int().positive(), isOver: z.boolean() }),
  /** Money came a second time for the same visit; it goes back by itself. */
  SecondCaptureFound: inPayment.extend({ providerRef: z.string(), amountCents: cents, currency }),
  CheckoutAbandoned: inPayment.extend({ providerRef: z.string() }),
  PaymentCaptured: inPayment.extend({ providerRef: z.string(), amountCents: cents, currency, method: paymentMethod, capturedAt: z.string() }),
  /** Ordered once per refund id; the provider is asked under the key `<session>:refund:<refund>`. */
  RefundOrdered: aRefund.extend({ reason: z.string(),
    /** The checkout whose money goes back; the first capture's when missing. */
    providerRef: z.string().optional(),
    /** When no checkout brought so much: how much of which goes back, under the keys `<session>:refund:<refund>:<n>`. */
    parts: z.array(z.object({ providerRef: z.string(), amountCents: cents })).optional() }),
  /** `amountCents` is what was done: less than was ordered when the provider refused a part. */
  RefundIssued: aRefund.extend({ refundRef: z.string(), issuedAt: z.string(),
    parts: z.array(z.object({ providerRef: z.string(), amountCents: cents, refundRef: z.string() })).optional() }),
  /** Refused by the provider for good; `why` is for the operator. */
  RefundFailed: aRefund.extend({ machineId, why: z.string(),
    /** What the guest's bank keeps, a part of which may be what was not given back. */
    lost: lostToBank.optional() }),
  /** Issued, and days later the guest's bank would not take it: the provider has the money back, and the guest has to get it another way. */
  RefundReturned: inPayment.extend({ refundId: z.string(), refundRef: z.string(), machineId, amountCents: cents, currency, why: z.string(), returnedAt: z.string() }),
  /** The guest's bank takes the payment back. `isInquiry`: it asks, and has taken nothing; if it does, the fact comes again without. `respondBy` is missing where it takes no answer. */
  ChargebackOpened: aChargeback.extend({ why: z.string(), openedAt: z.string(), respondBy: z.string().optional(), isInquiry: z.literal(true).optional() }),
  /** `won`: the money is ours. The provider may think better of it; the last word counts. */
  ChargebackClosed: aChargeback.extend({ outcome: z.enum(['won', 'lost']),
    /** What the guest's bank keeps of the payment by other chargebacks, of one that is won: there may have been nothing left to enter that on. */
    lost: lostToBank.optional() }),
};
export type TillFact = FactOf<typeof tillFacts>;
export type SessionFact = FactOf<typeof sessionFacts>;
export type PaymentFact = FactOf<typeof paymentFacts>;

export const sessionStatus = z.enum(['active', 'committed', 'payment_pending', 'completed', 'cancelled', 'expired']);

/** The guest's screen. Amounts are decimals of `currency`. */
export const sessionView = z.object({
  sessionId: z.string(), status: sessionStatus,
  items: z.array(z.object({ name: z.string(), sku: z.string(), quantity: z.number(), price: z.number() })),
  totalAmount: z.number(), currency, checkoutUrl: z.string().optional(), committed: z.boolean(), message: z.string().optional(),
  /** Seconds until the visit expires; counted by the server's clock. */
  timeRemaining: z.number(), expiresAt: z.string(),
  machine: z.object({ machineId: z.string(), name: z.string(), location: z.object({ address: z.string() }) }),
  guestContact: z.string().optional(),
  /** The machine has no connection: what that means for the guest. Absent while it is heard. */
  offline: z.string().optional(),
  /** Its end was asked for; the machine is to answer. */
  ending: z.literal(true).optional(),
  /** With `hold-first`: what is (to be) held on the card, and what became of it. */
  hold: z.object({ amount: z.number(), state: z.enum(['needed', 'placed', 'settled']), charged: z.number().optional(), released: z.number().optional() }).optional(),
});
export type SessionView = z.infer<typeof sessionView>;

export const purchaseSummary = z.object({
  sessionId: z.string(), reference: z.string(), paid: z.boolean(), status: sessionStatus,
  items: z.array(z.object({ product: z.object({ name: z.string() }), quantity: z.number(), unitPrice: z.number() })),
  totalAmount: z.number(), currency, machine: z.object({ name: z.string(), location: z.object({ address: z.string() }) }), guestContact: z.string().optional(),
});
export type PurchaseSummary = z.infer<typeof purchaseSummary>;

/** A visit's screen at a moment: the countdown is the server's. */
export const atMoment = (view: SessionView, now: Date): SessionView =>
  ({ ...view, timeRemaining: view.status === 'active' ? Math.max(0, Math.ceil((Date.parse(view.expiresAt) - now.getTime()) / 1000)) : 0 });

const sessionRef = z.object({ sessionId: z.string().max(64) });
export const startSession = command('vending.startSession', 'anyone', 'Begin a visit: the guest tapped a tag', z.object({
  nfcSessionId: z.string({ error: 'Please tap the tag on the machine' }).min(1, 'Please tap the tag on the machine').max(64, 'This is no tag of a machine'), machineId: machineId.optional(),
}), sessionView);
export const getSession = query('vending.getSession', 'anyone', 'A visit as its guest sees it', sessionRef, sessionView);
/** Before anything is taken: what the machine has, by category and name. A product that costs the same in two slots is one line. `price` is what this visit is charged, a decimal of `currency`; `allergens` is what the catalogue lists now, and an empty list is no promise that there are none. `soldOut`: by the books. */
export const visitOffers = query('vending.visitOffers', 'anyone', 'What a machine offers in a visit, with prices and allergens', sessionRef, z.object({
  currency, offers: z.array(z.object({ name: z.string(), category: z.string(), price: z.number(), allergens: z.array(z.string()), soldOut: z.boolean() })),
}));
export type VisitOffers = z.infer<typeof visitOffers.output>;
export const findSession = query('vending.findSession', 'anyone', 'What was bought, found by the payment provider\'s session id', z.object({ stripeSessionId: z.string().min(1).max(200) }), purchaseSummary);
export const cancelSession = command('vending.cancelSession', 'anyone', 'End a visit; refused while items are out', sessionRef, sessionView);
export const startPayment = once(command('vending.startPayment', 'anyone', 'The guest goes to the checkout', sessionRef, sessionView));
const moved = sessionRef.extend({ slot: z.string().min(1).max(8), quantity: z.number().int().min(1).max(99).default(1) });
export const removeItem = command('vending.removeItem', 'device', 'The machine saw an item leave', moved, sessionView);
export const returnItem = command('vending.returnItem', 'device', 'The machine saw an item come back', moved, sessionView);
export const completeSession = command('vending.completeSession', 'device', 'The machine says the guest is done', sessionRef, sessionView);
/** A checkout message exactly as it came; verified before anything in it is read. */
export const acceptWebhook = command('vending.acceptWebhook', 'services', 'A message of the payment provider', z.object({ body: z.string(), signature: z.string() }), z.object({ handled: z.boolean() }));
/** For other services. `secret`: what the browser keeps. */
export const isGuestOf = query('vending.isGuestOf', 'services', 'Whether this is the browser that began a visit', z.object({ account: z.string(), sessionId: z.string(), secret: z.string() }), z.object({ isTheirs: z.boolean() }));
export const visitUnderWay = query('vending.visitUnderWay', 'services', 'Whether a guest uses a machine right now', z.object({ account: z.string(), machineId }), z.object({ visit: z.object({ sessionId: z.string(), expiresAt: z.string() }).nullable() }));
export const localCheckout = query('vending.localCheckout', 'anyone', 'The test checkout page\'s content', z.object({ checkoutId: z.string() }), z.object({
  checkoutId: z.string(), sessionId: z.string(), amountCents: cents, currency, lines: z.array(line), machineName: z.string(), state: z.enum(['open', 'paid', 'abandoned']), kind: z.enum(['charge', 'hold']),
}));
export const settleLocalCheckout = command('vending.settleLocalCheckout', 'anyone', 'Pay or leave the test checkout', z.object({
  checkoutId: z.string(), outcome: z.enum(['pay', 'decline', 'abandon']), method: paymentMethod.default('card'),
  /** How the provider's message comes: as it usually does, twice, or only when reconciliation asks. */
  delivery: z.enum(['once', 'twice', 'never']).default('once'),
}), z.object({ returnUrl: z.string() }));
