/** The nightly look at the provider's payouts, for each organization three hours after its midnight. */
import { Inject, Injectable } from '@nestjs/common';
import { addDays, dayIn, startOfDay, type Day } from '@larder/contracts/day.js';
import type { AnyFact } from '@larder/contracts/fact.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import type { PayoutFact } from '@larder/contracts/vending/payouts.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { PaymentFact } from '@larder/contracts/vending.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { DeadlineRules } from '@larder/kit/commands/deadlines.js';
import { Kit } from '@larder/kit/kit.js';
import { because, only, type Reaction } from '@larder/kit/commands/react.js';
import { BOOKS, type BookLine, type Books, type Payout } from '../checkouts/books.js';
import { hasKey } from '../growing.js';
import { GUESTS, visitView, type Visit } from '../visit-view.js';
import { match, type Matched, type Moved } from './matching.js';
import { midnightOf, missingCase, payoutBook, type Night, type PayoutBook, type PayoutCommand } from './payout-book.js';
import { unsettledView } from './payout-views.js';

const AFTER_MIDNIGHT_MS = 3 * 3_600_000;
const nightAfter = (timeZone: string, day: Day): Night => ({ day, timeZone, dueAt: new Date(Date.parse(midnightOf({ timeZone, day })) + AFTER_MIDNIGHT_MS).toISOString() });
type Check = Extract<PayoutCommand, { type: 'NoteCheck' }>;
type Case = Check['cases'][number];

@Injectable()
export class PayoutNights implements Reaction {
  readonly source = 'vending';
  readonly concerns = only<PaymentFact['type']>('PaymentCaptured');

  constructor(private readonly kit: Kit, @Inject(BOOKS) private readonly books: Books) {}

  /** The first money of an organization begins its nights. */
  async on(heard: AnyFact): Promise<void> {
    const { account } = heard.meta;
    if ((await this.kit.look(payoutBook, account, account)).next) return;
    const timeZone = await this.timeZone(account);
    const today = dayIn(timeZone, this.kit.clock.now().toISOString());
    await this.kit.handle(payoutBook, account, { type: 'PlanCheck', night: nightAfter(timeZone, today) }, because(heard, 'vending'));
  }

  readonly deadlines: DeadlineRules<PayoutFact> = {
    name: 'payout-nights',
    categories: ['payouts'],
    on(fact) {
      const id = fact.meta.account;
      if (fact.type === 'PayoutCheckPlanned') return { id, at: fact.data.dueAt };
      return fact.type === 'PayoutsChecked' ? { id, at: fact.data.next.dueAt } : undefined;
    },
    run: ({ account }) => this.check(account),
  };

  /** Every night that is due, also those of a system that was off. Doing it again changes nothing. */
  async check(account: string): Promise<void> {
    for (;;) {
      const book = await this.kit.look(payoutBook, account, account);
      const { next } = book;
      if (!next || next.dueAt > this.kit.clock.now().toISOString()) return;
      const found = await this.found(account, next, book);
      const planned = nightAfter(await this.timeZone(account), addDays(next.day, 1));
      const done = await this.kit.handle(payoutBook, account, { ...found, next: planned }, { commandId: `payouts:${account}:${next.day}`, account, actor: 'system:payouts', correlationId: `payouts ${next.day}` });
      if (isRefusal(done)) throw new Error(done.message);
      await this.kit.views.reached(unsettledView, done.position);
    }
  }

  private async found(account: string, night: Night, book: PayoutBook): Promise<Omit<Check, 'next'>> {
    const { day, timeZone } = night;
    // Where the last one ended, which was in another time zone if the organization has changed it.
    const since = book.until ?? startOfDay(timeZone, day);
    const midnight = midnightOf(night);
    const until = midnight > since ? midnight : since;
    const payouts: Check['payouts'] = [];
    const cases: Case[] = [];
    let waiting = await this.kit.views.all<Moved>(unsettledView, account, {}, { by: 'at', order: 'asc' });
    for (const payout of await this.books.payouts(since, until)) {
      const ours = await this.ours(payout, account, waiting);
      if (ours.lines.length === 0 || hasKey(book.payouts, payout.payoutRef)) continue;
      const result = match(ours.lines, waiting);
      const gone = new Set(result.matched);
      waiting = waiting.filter(({ id }) => !gone.has(id));
      payouts.push(summary(ours, this.books.provider, day, result.matched));
      cases.push(...casesOf(result, payout, day));
    }
    const late = new Date(Date.parse(until) - this.books.settlesWithinDays * 86_400_000).toISOString();
    const first = book.since ? startOfDay(timeZone, book.since) : until;
    const missing = waiting.filter(({ at }) => at >= first && at < late);
    cases.push(...missing.map((moved): Case => ({ caseId: missingCase(moved.id), what: 'missing', kind: moved.kind, day, sessionId: moved.sessionId, ref: moved.id, expectedCents: moved.amountCents, foundCents: null, currency: moved.currency })));
    return { type: 'NoteCheck', day, until, payouts, cases };
  }

  /** One account at the provider may serve many organizations: only lines about our visits are ours to see. */
  private async ours(payout: Payout, account: string, waiting: readonly Moved[]): Promise<Payout> {
    const refs = new Set(waiting.map(({ id }) => id));
    const mine = await Promise.all(payout.lines.map(async ({ ref, sessionId }) => refs.has(ref) || (sessionId !== undefined && (await this.kit.views.get<Visit>(visitView, GUESTS, sessionId))?.account === account)));
    return { ...payout, lines: payout.lines.filter((_, n) => mine[n]) };
  }

  private async timeZone(account: string): Promise<string> {
    const settings = await this.kit.ask(accountSettings, { account }, { caller: { kind: 'service', name: 'vending' }, commandId: `payouts:${account}`, correlationId: 'payouts' });
    if (isRefusal(settings)) throw new Declined(settings);
    return settings.timeZone;
  }
}

function summary({ payoutRef, arrivesAt, currency, lines }: Payout, provider: string, day: Day, matched: string[]): Check['payouts'][number] {
  const sum = (kind: BookLine['kind']): number => lines.reduce((cents, line) => (line.kind === kind ? cents + line.amountCents : cents), 0);
  return { payoutRef, provider, arrivedAt: arrivesAt, day, currency, chargeCents: sum('charge') + sum('returned'), refundCents: sum('refund') + sum('charged_back'), feeCents: lines.reduce((cents, { feeCents }) => cents + feeCents, 0), lines: lines.length, matched };
}

const casesOf = ({ differences }: Matched, { payoutRef }: Payout, day: Day): Case[] => differences.map(({ what, line, expectedCents }): Case => ({
  caseId: `${what} ${payoutRef} ${line.ref}`, what, kind: line.kind, day, ...(line.sessionId && { sessionId: line.sessionId }), ref: line.ref, payoutRef, expectedCents, foundCents: line.amountCents, currency: line.currency,
}));
