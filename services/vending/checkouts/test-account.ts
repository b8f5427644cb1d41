/** What the test provider remembers of a checkout, as a bank would: what was paid or held there, captured, released and given back. No money moves. */
import type { CheckoutEvent, TestProviderFact } from '@larder/contracts/vending/checkout.js';
import type { Stored } from '@larder/contracts/fact.js';
import { refuse } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';
import type { Projection } from '@larder/kit/views/projection.js';
import type { BookLine } from './books.js';

export type TestCommand =
  | { type: 'Open'; providerRef: string; sessionId: string; order: string }
  | { type: 'Settle'; event: CheckoutEvent }
  | { type: 'Capture'; key: string; amountCents: number; currency: string; at: string }
  | { type: 'Release'; key: string }
  | { type: 'Refund'; key: string; refundRef: string; amountCents: number; currency: string; at: string };

export interface TestState {
  opened?: Extract<TestProviderFact, { type: 'TestCheckoutOpened' }>['data'];
  outcome?: CheckoutEvent;
  hold: 'none' | 'held' | 'captured' | 'released';
  heldCents: number;
  moneyCents: number;
  /** Keys that were honoured, with what was asked under each. */
  done: Readonly<Record<string, number>>;
}

export const testAccount: Decider<TestCommand, TestProviderFact, TestState> = {
  category: 'testpay',
  initial: { hold: 'none', heldCents: 0, moneyCents: 0, done: {} },
  decide(command, state) {
    if (command.type === 'Open') {
      const { type: _, ...opened } = command;
      if (state.opened) return state.opened.order === command.order ? [] : refuse('CONFLICT', 'This key was used with another order');
      return [{ type: 'TestCheckoutOpened', data: opened }];
    }
    if (!state.opened) return refuse('NOT_FOUND', 'The test provider knows no such checkout');
    const { providerRef, sessionId } = state.opened;
    if (command.type === 'Settle') {
      return state.outcome ? [] : [{ type: 'TestCheckoutSettled', data: command.event }];
    }
    if (command.key in state.done) {
      const isSame = command.type === 'Release' || state.done[command.key] === command.amountCents;
      return isSame ? [] : refuse('CONFLICT', 'This key was used with another amount');
    }
    const about = { providerRef, sessionId };
    switch (command.type) {
      case 'Capture': {
        if (state.hold !== 'held' || command.amountCents > state.heldCents) return refuse('CONFLICT', 'There is not so much to capture');
        const { type: _, ...captured } = command;
        return [{ type: 'TestHoldCaptured', data: { ...about, ...captured } }];
      }
      case 'Release':
        return state.hold === 'held' ? [{ type: 'TestHoldReleased', data: { ...about, key: command.key } }] : refuse('CONFLICT', 'There is nothing to release');
      case 'Refund': {
        if (command.amountCents > state.moneyCents) return refuse('CONFLICT', 'This is more than was paid');
        const { type: _, ...refunded } = command;
        return [{ type: 'TestMoneyRefunded', data: { ...about, ...refunded } }];
      }
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    const done = (key: string, amountCents: number): TestState['done'] => ({ ...state.done, [key]: amountCents });
    switch (fact.type) {
      case 'TestCheckoutOpened':
        return { ...state, opened: fact.data };
      case 'TestCheckoutSettled': {
        const { what, amountCents } = fact.data;
        if (what === 'held') return { ...state, outcome: fact.data, hold: 'held', heldCents: amountCents };
        return { ...state, outcome: fact.data, ...(what === 'paid' && { moneyCents: amountCents }) };
      }
      case 'TestHoldCaptured':
        return { ...state, hold: 'captured', moneyCents: fact.data.amountCents, done: done(fact.data.key, fact.data.amountCents) };
      case 'TestHoldReleased':
        return { ...state, hold: 'released', done: done(fact.data.key, 0) };
      case 'TestMoneyRefunded':
        return { ...state, moneyCents: state.moneyCents - fact.data.amountCents, done: done(fact.data.key, fact.data.amountCents) };
      default:
        return never(fact);
    }
  },
};

/** Everybody's checkouts lie in one account: a provider knows no organizations of ours. */
export const TEST_PROVIDER = 'test-provider';

/** A line of the test provider's books. */
export interface TestLine extends BookLine {
  at: string;
}

export const testBooksView: Projection<TestProviderFact, TestLine> = {
  collection: 'test-books',
  version: 1,
  orders: ['at'],
  categories: ['testpay'],
  rows(fact) {
    const line = lineOf(fact);
    return line ? [{ account: TEST_PROVIDER, id: line.ref }] : [];
  },
  apply: (row, fact) => lineOf(fact) ?? row,
};

function lineOf({ type, data }: Stored<TestProviderFact>): TestLine | undefined {
  switch (type) {
    case 'TestCheckoutSettled':
      return data.what === 'paid' ? { ref: `test_charge_${data.providerRef}`, kind: 'charge', sessionId: data.sessionId, amountCents: data.amountCents, feeCents: 0, currency: data.currency, at: data.at } : undefined;
    case 'TestHoldCaptured':
      return { ref: `test_charge_${data.providerRef}`, kind: 'charge', sessionId: data.sessionId, amountCents: data.amountCents, feeCents: 0, currency: data.currency, at: data.at };
    case 'TestMoneyRefunded':
      return { ref: data.refundRef, kind: 'refund', sessionId: data.sessionId, amountCents: data.amountCents, feeCents: 0, currency: data.currency, at: data.at };
    default:
      return undefined;
  }
}
