/** Alerts as people see them: with the names of those who look after them, and how old they are. */
import { Injectable } from '@nestjs/common';
import type { AlertStory, AlertView, NoticeRecipient } from '@larder/contracts/alerts.js';
import { openTexts } from '@larder/contracts/identity.js';
import { listMembers, NOBODY, type TeamMember } from '@larder/contracts/identity/organization.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import type { AlertRow, HistoryRow } from './alert-view.js';
import { saidNow } from './names-of-now.js';
import { askedFor } from './watching/raising.js';

const HOUR_MS = 3_600_000;
type Named = Pick<TeamMember, 'firstName' | 'lastName' | 'email'>;
/** Programs, too, by their API keys. */
type People = ReadonlyMap<string, Named>;
const NAMELESS = { firstName: '', lastName: '' };

@Injectable()
export class Presenting {
  constructor(private readonly kit: Kit) {}

  async alerts(raised: readonly AlertRow[], asked: Asked): Promise<AlertView[]> {
    const rows = await saidNow(this.kit, accountOf(asked), raised);
    const people = rows.some((row) => row.assignedTo ?? typeof row.resolvedBy === 'string') ? await this.people(asked) : new Map<string, Named>();
    const now = this.kit.clock.now();
    return rows.map((row) => shown(row, people, now));
  }

  async story(row: AlertRow, asked: Asked): Promise<AlertStory> {
    const [people, [placed = row]] = await Promise.all([this.people(asked), saidNow(this.kit, accountOf(asked), [row])]);
    const addresses = await this.addresses(accountOf(asked), row.notices.map(({ to }) => to));
    return {
      alert: shown(placed, people, this.kit.clock.now()), cause: row.cause,
      history: row.history.map(({ by, to, ...entry }: HistoryRow) => ({ ...entry, ...(by && { by: who(people, by) }), ...(to && { to: who(people, to) }) })),
      notices: row.notices.map(({ to, ...notice }) => ({ ...notice, channel: to.kind === 'webhook' ? 'webhook' as const : 'email' as const, to: called(to, people, addresses) })),
    };
  }

  /** Nobody, while identity is away: alerts are worth more than names. */
  private async people(asked: Asked): Promise<People> {
    const team = await this.kit.ask(listMembers, {}, asked);
    const { members, programs = [] } = isRefusal(team) ? NOBODY : team;
    return new Map<string, Named>([...members.map((member) => [member.userId, member] as const), ...programs.map(({ id, name }) => [id, { firstName: name, lastName: '(API key)', email: '' }] as const)]);
  }

  private async addresses(account: string, recipients: readonly NoticeRecipient[]): Promise<ReadonlyMap<string, string>> {
    const sealed = [...new Set(recipients.flatMap((to) => (to.kind === 'address' ? [to.sealed] : [])))];
    if (sealed.length === 0) return new Map();
    const opened = await this.kit.ask(openTexts, { account, sealed }, askedFor(account));
    return new Map(isRefusal(opened) ? [] : sealed.map((one, n) => [one, opened.texts[n] ?? '']));
  }
}

const who = (people: People, userId: string) => {
  const { firstName, lastName } = people.get(userId) ?? NAMELESS;
  return { userId, firstName, lastName };
};

function called(to: NoticeRecipient, people: People, addresses: ReadonlyMap<string, string>): string {
  switch (to.kind) {
    case 'member':
      return people.get(to.userId)?.email ?? 'A former member';
    case 'address':
      return addresses.get(to.sealed) || 'An e-mail address';
    case 'webhook':
      return 'Webhook';
  }
}

function shown({ condition: _, history: _h, notices: _n, cause: _c, telling: _t, product, assignedTo, resolvedBy, ...row }: AlertRow, people: People, now: Date): AlertView {
  const { firstName, lastName } = typeof resolvedBy === 'string' ? who(people, resolvedBy) : (resolvedBy ?? NAMELESS);
  return {
    ...row, ...(product && { product: { name: product.name, sku: product.sku } }), ageInHours: Math.round(((now.getTime() - Date.parse(row.createdAt)) / HOUR_MS) * 10) / 10,
    ...(assignedTo && { assignedTo: who(people, assignedTo) }),
    ...(resolvedBy && { resolvedBy: { firstName, lastName } }),
  };
}
