/** For tests: a server that speaks the part of Stripe's billing API we use and remembers what it did. */
import { createServer, type IncomingMessage } from 'node:http';
import { addMonths } from '../../months.js';

export interface BillingDouble {
  port: number;
  /** `cents`: at another price than ours. */
  pay(checkoutId: string, cents?: number): void;
  /** The renewal is charged: in vain, or after all. */
  renew(customer: string, isPaid: boolean): void;
  /** The owner cancels in the portal, which sets the day and not the flag. */
  cancelInPortal(customer: string): void;
  /** Whoever runs the account at Stripe deletes a customer, which ends its subscriptions; nothing is listed of it. */
  remove(customer: string): void;
  /** Customers whose card says no. */
  failing: Set<string>;
  /** Calls by their keys, as they came. */
  calls: { method: string; path: string; key?: string; form: Form }[];
  /** The next so many calls fail before anything is done. */
  failures: number;
  /** Calls of these, by method and path, fail before anything is done, for as long as it is there. */
  away?: RegExp;
  close(): Promise<void>;
}
type Form = { [name: string]: string | Form };
interface Thing { id: string; object: string; [more: string]: unknown }
interface Price extends Thing { unit_amount: number; lookup_key: string; metadata: object }
interface Sub extends Thing { customer: string; status: string; cancel_at_period_end: boolean; cancel_at: number | null; schedule: string | null; items: { data: [{ id: string; price: Price; current_period_start: number; current_period_end: number }] } }

class Says extends Error {
  constructor(readonly status: number, readonly type: string, message: string) {
    super(message);
  }
}
const over = (): Says => new Says(404, 'invalid_request_error', 'No such subscription');

/** `a[b][0]=x` as objects in objects. */
function formOf(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let at = form;
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Form;
    at[path.at(-1) as string] = value;
  }
  return form;
}
const under = (form: Form | string | undefined, ...path: string[]): string => path.reduce<Form | string | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), form) as string;

class Account {
  readonly things = new Map<string, Thing>();
  readonly failing = new Set<string>();
  /** What customers owe from before, in cents; below zero it is credit. */
  private readonly balances = new Map<string, number>();
  private count = 0;
  private told = 0;
  constructor(private readonly now: () => number) {}

  private seconds = (): number => Math.floor(this.now() / 1000);
  add<T extends Thing>(prefix: string, object: string, fields: object): T {
    const thing = { id: `${prefix}_${++this.count}`, object, ...fields } as T;
    this.things.set(thing.id, thing);
    return thing;
  }
  get = <T extends Thing>(id: string): T => {
    const thing = this.things.get(id);
    if (!thing) throw over();
    return thing as T;
  };
  of = <T extends Thing>(object: string, customer: string): T[] => [...this.things.values()].filter((thing) => thing.object === object && thing.customer === customer) as T[];

  /** They run out, so each time they are others. */
  addressesOf({ id }: Thing): object {
    const at = `https://invoice.example/${id}/${++this.told}`;
    return { hosted_invoice_url: at, invoice_pdf: `${at}/pdf` };
  }
  bill(customer: string, lines: { description: string; amount: number }[]): void {
    const period = { start: this.seconds(), end: this.seconds() };
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    const owed = (this.balances.get(customer) ?? 0) + total;
    const due = Math.max(0, owed);
    this.balances.set(customer, owed - due);
    this.add('in', 'invoice', { customer, number: `S-${this.count}`, status: 'paid', total, amount_due: due, currency: 'usd', created: this.seconds(), period_start: period.start, period_end: period.end, next_payment_attempt: null, lines: { data: lines.map((line) => ({ ...line, period })) } });
  }
  begin(customer: string, price: Price): void {
    const start = this.seconds();
    const end = Date.parse(addMonths(new Date(start * 1000).toISOString(), 1)) / 1000;
    this.add('sub', 'subscription', { customer, status: 'active', start_date: start, cancel_at_period_end: false, cancel_at: null, schedule: null, default_payment_method: { card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 } }, items: { data: [{ id: `si_${this.count}`, price, current_period_start: start, current_period_end: end }] } });
    this.bill(customer, [{ description: 'One month', amount: price.unit_amount }]);
  }
  renew(customer: string, isPaid: boolean): void {
    for (const sub of this.of<Sub>('subscription', customer)) sub.status = isPaid ? 'active' : 'past_due';
    const open = this.of('invoice', customer).filter(({ status }) => status === 'open');
    for (const invoice of open) if (isPaid) Object.assign(invoice, { status: 'paid', next_payment_attempt: null });
    if (isPaid || open.length > 0) return;
    this.bill(customer, [{ description: 'One month', amount: 14_900 }]);
    Object.assign(this.of('invoice', customer).at(-1) as Thing, { status: 'open', next_payment_attempt: this.seconds() + 3 * 86_400 });
  }
  prorated({ items: { data: [item] } }: Sub, price: Price): { description: string; amount: number }[] {
    const left = (item.current_period_end - this.seconds()) / (item.current_period_end - item.current_period_start);
    return [{ description: 'Unused time', amount: -Math.round(item.price.unit_amount * left) }, { description: 'Remaining time', amount: Math.round(price.unit_amount * left) }];
  }
  end(sub: Sub): Sub {
    const [unused] = this.prorated(sub, sub.items.data[0].price);
    if (unused && sub.status === 'active') this.bill(sub.customer, [unused]);
    return Object.assign(sub, { status: 'canceled' });
  }
  change(sub: Sub, form: Form): Sub {
    if (sub.status === 'canceled') throw over();
    if (sub.schedule) throw new Says(400, 'invalid_request_error', 'The subscription is managed by a schedule');
    const price = under(form, 'items', '0', 'price');
    if (price) {
      if (this.failing.has(sub.customer)) throw new Says(402, 'card_error', 'Your card was declined.');
      this.bill(sub.customer, this.prorated(sub, this.get(price)));
      sub.items.data[0].price = this.get(price);
    }
    if (form.cancel_at_period_end) sub.cancel_at_period_end = form.cancel_at_period_end === 'true';
    if (form.cancel_at === '') sub.cancel_at = null;
    return sub;
  }
}

/** @param now milliseconds since 1970 */
export async function openBillingDouble(now: () => number): Promise<BillingDouble> {
  const account = new Account(now);
  const kept = new Map<string, { path: string; status: number; body: object }>();
  const double: BillingDouble = {
    port: 0, failing: account.failing, calls: [], failures: 0,
    pay: (id, cents) => {
      const { customer, price } = account.get(id) as unknown as { customer: string; price: string };
      const ours = account.get<Price>(price);
      account.begin(customer, cents === undefined ? ours : { ...ours, unit_amount: cents });
    },
    renew: (customer, isPaid) => account.renew(customer, isPaid),
    cancelInPortal: (customer) => {
      for (const sub of account.of<Sub>('subscription', customer)) sub.cancel_at = sub.items.data[0].current_period_end;
    },
    remove: (customer) => {
      for (const { id } of [...account.of('subscription', customer), ...account.of('invoice', customer)]) account.things.delete(id);
      account.things.set(customer, { id: customer, object: 'customer', deleted: true });
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  const server = createServer((request, response) => void bodyOf(request).then((text) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://double');
    const [method = 'GET', key] = [request.method, request.headers['idempotency-key'] as string | undefined];
    const form = formOf(method === 'GET' ? String(searchParams) : text);
    double.calls.push({ method, path, form, ...(key && { key }) });
    const isAway = double.failures-- > 0 || double.away?.test(`${method} ${path}`) === true;
    // GET and DELETE calls send none of ours that count.
    const answer = isAway ? { status: 503, body: { error: { type: 'api_error', message: 'away' } } } : ((key && method === 'POST' && again(kept.get(key), path)) || answered(account, method, path, form));
    if (key && !isAway && !kept.has(key)) kept.set(key, { path, ...answer });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  double.port = (server.address() as { port: number }).port;
  return double;
}

/** What a key was answered first; it is refused for anything else. */
function again(first: { path: string; status: number; body: object } | undefined, path: string): { status: number; body: object } | undefined {
  return first && first.path !== path ? { status: 400, body: { error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used for the same endpoint they were first used for' } } } : first;
}

function answered(account: Account, method: string, path: string, form: Form): { status: number; body: object } {
  try {
    return { status: 200, body: call(account, method, path.replace('/v1/', '').split('/'), form) };
  } catch (error) {
    if (!(error instanceof Says)) throw error;
    return { status: error.status, body: { error: { type: error.type, message: error.message } } };
  }
}

const list = (data: object[]): object => ({ object: 'list', data, has_more: false });

function call(account: Account, method: string, [what = '', id = '', then = '']: string[], form: Form): object {
  const isPost = method === 'POST';
  const expanded = (sub: Sub): object => ({ ...sub, schedule: sub.schedule && account.get(sub.schedule) });
  switch (what) {
    case 'customers':
      return isPost ? account.add('cus', 'customer', { invoice_settings: { default_payment_method: null } }) : account.get(id);
    case 'prices':
      if (isPost) return account.add('price', 'price', { unit_amount: Number(form.unit_amount), lookup_key: form.lookup_key, metadata: form.metadata });
      return list([...account.things.values()].filter((thing) => thing.lookup_key === under(form, 'lookup_keys', '0')));
    case 'checkout': {
      if (account.get(form.customer as string).deleted) throw new Says(400, 'invalid_request_error', `No such customer: '${form.customer as string}'`);
      const opened = account.add('cs', 'checkout.session', { customer: form.customer, price: under(form, 'line_items', '0', 'price') });
      return { ...opened, url: `https://checkout.example/${opened.id}` };
    }
    case 'billing_portal':
      return account.add('bps', 'billing_portal.session', { url: 'https://billing.example/p' });
    case 'invoices':
      if (id !== 'create_preview') return list(account.of('invoice', under(form, 'customer')).reverse().map((invoice) => ({ ...invoice, ...account.addressesOf(invoice) })));
      return preview(account, form);
    case 'subscriptions':
      if (!id) return list(account.of<Sub>('subscription', under(form, 'customer')).map(expanded));
      if (method === 'DELETE') return account.end(account.get(id));
      return isPost ? account.change(account.get(id), form) : expanded(account.get<Sub>(id));
    case 'subscription_schedules':
      return schedule(account, id, then, form);
    default:
      throw new Says(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${what})`);
  }
}

function preview(account: Account, form: Form): object {
  const lines = account.prorated(account.get(under(form, 'subscription')), account.get(under(form, 'subscription_details', 'items', '0', 'price')));
  return { object: 'invoice', lines: { data: lines }, amount_due: lines.reduce((sum, { amount }) => sum + amount, 0) };
}

function schedule(account: Account, id: string, then: string, form: Form): object {
  if (!id) {
    const sub = account.get<Sub>(under(form, 'from_subscription'));
    const made = account.add('sub_sched', 'subscription_schedule', { status: 'active', subscription: sub.id, phases: [{ start_date: sub.items.data[0].current_period_start, end_date: sub.items.data[0].current_period_end }] });
    sub.schedule = made.id;
    return made;
  }
  const made = account.get(id);
  if (made.status !== 'active') throw new Says(400, 'invalid_request_error', `You cannot update a subscription schedule that is currently in the \`${String(made.status)}\` status`);
  if (then !== 'release') return Object.assign(made, { metadata: form.metadata });
  account.get<Sub>(made.subscription as string).schedule = null;
  return Object.assign(made, { status: 'released' });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
