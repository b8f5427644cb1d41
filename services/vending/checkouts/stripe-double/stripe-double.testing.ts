/** For tests: a server that speaks the part of Stripe's API we use and remembers what it did, with a checkout page a browser can pay, decline or leave. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { StripeAccount, StripeSays } from './stripe-account.testing.js';
import { StripeMessages } from './stripe-messages.testing.js';

export interface StripeDouble {
  /** Of the API and of the checkout pages. */
  url: string;
  account: StripeAccount;
  messages: StripeMessages;
  /** What a guest does at a checkout; the message goes the way of {@link StripeMessages.mode}. */
  pay(checkoutId: string): Promise<void>;
  expire(checkoutId: string): Promise<void>;
  /** The next so many calls fail: before anything is done, or when all is done and only the answer is lost. */
  fail: { before: number; after: number };
  /** Calls whose keys begin with it fail as long as it is set. */
  failing?: string;
  /** The next call whose key begins with it fails, and so does every one under the same key. */
  spoiling?: string | undefined;
  /** Calls whose keys begin with it are refused for good as long as it is set. */
  refusing?: string;
  /** Calls whose keys begin with it are not answered as long as it is set. */
  silent?: string;
  /** Keys are a day old and more: what comes under one again is done again. */
  forget(): void;
  /** Calls by their keys, as they came. */
  calls: { path: string; key: string | undefined }[];
  close(): Promise<void>;
}

interface Kept {
  request: string;
  status: number;
  body: string;
}

/** @param now milliseconds since 1970 */
export async function openStripeDouble({ webhookSecret, now = Date.now }: { webhookSecret: string; now?: () => number }): Promise<StripeDouble> {
  const seconds = (): number => Math.floor(now() / 1000);
  const account = new StripeAccount(seconds, (id) => `${double.url}/c/pay/${id}`);
  const messages = new StripeMessages(webhookSecret, seconds);
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  const kept = new Map<string, Kept>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await bodyOf(request));
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
    if (pathname.startsWith('/c/pay/')) return page(request.method ?? 'GET', pathname.slice('/c/pay/'.length), form, response);
    const key = request.headers['idempotency-key'] as string | undefined;
    double.calls.push({ path: pathname, key });
    if (double.silent !== undefined && key?.startsWith(double.silent)) return;
    if (double.fail.before-- > 0 || (double.failing !== undefined && key?.startsWith(double.failing))) return json(response, 503, errorOf('api_error', 'away'));
    if (double.refusing !== undefined && key?.startsWith(double.refusing)) return json(response, 400, errorOf('invalid_request_error', 'Your account cannot currently make live charges.'));
    if (key !== undefined && double.spoiling !== undefined && key.startsWith(double.spoiling)) {
      kept.set(key, { request: `${request.method} ${pathname} ${form}`, status: 500, body: errorOf('api_error', 'An unknown error occurred') });
      double.spoiling = undefined;
    }
    const answer = answerOnce(request.method ?? 'GET', pathname, form, searchParams, key);
    if (double.fail.after-- > 0) return void response.destroy();
    json(response, answer.status, answer.body);
  }

  function answerOnce(method: string, path: string, form: URLSearchParams, query: URLSearchParams, key?: string): Pick<Kept, 'status' | 'body'> {
    const request = `${method} ${path} ${form}`;
    const before = key === undefined ? undefined : kept.get(key);
    if (before) return before.request === request ? before : { status: 400, body: errorOf('idempotency_error', 'Keys for idempotent requests can only be used with the same parameters they were first used with.') };
    const answer = answered(() => call(account, method, path, form, query));
    if (key !== undefined && method === 'POST') kept.set(key, { request, ...answer });
    return answer;
  }

  async function page(method: string, id: string, form: URLSearchParams, response: ServerResponse): Promise<void> {
    const checkout = account.checkout(id);
    const outcome = method === 'POST' ? form.get('outcome') : undefined;
    if (outcome === 'pay') {
      await double.pay(id);
      return void response.writeHead(303, { location: checkout.success_url.replace('{CHECKOUT_SESSION_ID}', id) }).end();
    }
    // Whoever goes back has not ended the checkout: it stays open until it expires.
    if (outcome === 'leave') return void response.writeHead(303, { location: checkout.cancel_url }).end();
    const total = `${(checkout.amount_total / 100).toFixed(2)} ${checkout.currency.toUpperCase()}`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Checkout</title></head><body>
<main><h1>Pay ${total}</h1>${outcome === 'decline' ? '<p role="alert">Your card was declined.</p>' : ''}
<form method="post"><button name="outcome" value="pay">Pay</button> <button name="outcome" value="decline">Declined card</button> <button name="outcome" value="leave">Back</button></form></main></body></html>`);
  }

  const double: StripeDouble = {
    url: '', account, messages, fail: { before: 0, after: 0 }, calls: [],
    async pay(id) {
      const wasOpen = account.checkout(id).status === 'open';
      const checkout = account.pay(id);
      if (wasOpen) await messages.tell('checkout.session.completed', structuredClone(checkout));
    },
    forget: () => kept.clear(),
    expire: async (id) => messages.tell('checkout.session.expired', structuredClone(account.expire(id))),
    close: () => new Promise((closed) => {
      server.closeAllConnections();
      server.close(() => closed());
    }),
  };
  double.url = await listening(server);
  return double;
}

/** @throws StripeSays */
function call(account: StripeAccount, method: string, path: string, form: URLSearchParams, query: URLSearchParams): unknown {
  const [, , resource = '', ...rest] = path.split('/');
  switch (`${method} ${resource}`) {
    case 'POST checkout':
      return rest[2] === 'expire' ? account.expire(rest[1] ?? '') : account.open(form);
    case 'GET checkout':
      return account.checkout(rest[1] ?? '');
    case 'GET payment_intents':
      return account.intent(rest[0] ?? '');
    case 'POST payment_intents':
      return rest[1] === 'capture' ? account.capture(rest[0] ?? '', Number(form.get('amount_to_capture'))) : account.cancel(rest[0] ?? '');
    case 'POST refunds':
      return account.refund(form);
    case 'GET refunds':
      return pageOf([...account.refunds.values()].filter(({ payment_intent: intent }) => intent === query.get('payment_intent')), query);
    case 'GET payouts':
      return pageOf(account.payouts.filter(({ arrival_date: at }) => at >= Number(query.get('arrival_date[gte]')) && at < Number(query.get('arrival_date[lt]'))), query);
    case 'GET balance_transactions':
      return pageOf(account.moved.filter(({ payout }) => payout === query.get('payout')), query);
    default:
      throw new StripeSays(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path})`);
  }
}

function pageOf<T extends { id: string }>(all: readonly T[], query: URLSearchParams): { object: 'list'; data: T[]; has_more: boolean; url: string } {
  const from = all.findIndex(({ id }) => id === query.get('starting_after')) + 1;
  const limit = Number(query.get('limit') ?? 10);
  return { object: 'list', data: all.slice(from, from + limit), has_more: all.length > from + limit, url: '/v1/list' };
}

function answered(work: () => unknown): Pick<Kept, 'status' | 'body'> {
  try {
    return { status: 200, body: JSON.stringify(work()) };
  } catch (error) {
    if (error instanceof StripeSays) return { status: error.status, body: errorOf(error.type, error.message) };
    throw error;
  }
}

const errorOf = (type: string, message: string): string => JSON.stringify({ error: { type, message } });
const json = (response: ServerResponse, status: number, body: string): void => void response.writeHead(status, { 'content-type': 'application/json' }).end(body);

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

const listening = (server: Server): Promise<string> => new Promise((open) => server.listen(0, '127.0.0.1', () => open(`http://127.0.0.1:${(server.address() as { port: number }).port}`)));
