/** The guest's calls to the server. */
import type { GuestLanguage } from '@larder/contracts/vending/guest-languages.js';
import type { Envelope, RefusalCode } from '@larder/contracts/reply.js';
import type { Out } from '@larder/contracts/request.js';
import type { listOpenMachines } from '@larder/contracts/fleet.js';
import type { publicSettings } from '@larder/contracts/gateway.js';
import type { Claim } from '@larder/contracts/vending/claims.js';
import type { mailReceipt, Receipt, ReceiptRef } from '@larder/contracts/vending/receipts.js';
import type { localCheckout, PaymentMethod, PurchaseSummary, SessionView, VisitOffers } from '@larder/contracts/vending.js';
import { within } from '../../lib/patience.js';

export interface Failure {
  ok: false;
  code: RefusalCode | 'INTERNAL' | 'NETWORK';
  /** A sentence for the guest; empty when the server gave none. */
  message: string;
  data?: unknown;
}
export type Answer<T> = { ok: true; data: T } | Failure;

const unreachable: Failure = { ok: false, code: 'NETWORK', message: 'Network error. Please check your connection.' };
const TIMEOUT_MS = 30_000;

/** Never throws: what goes wrong comes back as a {@link Failure}. */
async function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, key?: string): Promise<Answer<T>> {
  try {
    const answer = await within(TIMEOUT_MS, async (signal) => {
      const response = await fetch(`/api${path}`, {
        method,
        signal,
        headers: { ...(body && { 'content-type': 'application/json' }), ...(key && { 'idempotency-key': key }) }, ...(body && { body: JSON.stringify(body) }),
      });
      return response.json() as Promise<Envelope<T>>;
    });
    if (answer.success && answer.data !== undefined) return { ok: true, data: answer.data };
    return { ok: false, code: (answer.error as Failure['code']) ?? 'INTERNAL', message: answer.message ?? '', data: answer.data };
  } catch {
    return unreachable;
  }
}

/** Where money is concerned: when no answer came it is asked once more under the same key, so that it happens once. */
async function callOnce<T>(path: string, body: object): Promise<Answer<T>> {
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join('');
  const answer = await call<T>('POST', path, body, key);
  return answer.ok || answer.code !== 'NETWORK' ? answer : call<T>('POST', path, body, key);
}

const session = (id: string) => `/vend/session/${encodeURIComponent(id)}`;
const checkout = (id: string) => `/vend/checkout/${encodeURIComponent(id)}`;

export const sessionEvents = (id: string): string => `/api${session(id)}/events`;
export const fetchSettings = () => call<Out<typeof publicSettings>>('GET', '/settings');
export type OpenMachines = Out<typeof listOpenMachines>;
export const fetchMachines = () => call<OpenMachines>('GET', '/vend/machines');
export const startSession = (tag: { nfcSessionId: string; machineId?: string }) => call<SessionView>('POST', '/vend/start', tag);
export const fetchSession = (id: string) => call<SessionView>('GET', session(id));
export const fetchOffers = (id: string) => call<VisitOffers>('GET', `${session(id)}/offers`);
export const cancelSession = (id: string) => call<SessionView>('DELETE', session(id));
export const startPayment = (id: string) => callOnce<SessionView>(`${session(id)}/pay`, {});
export const findPurchase = (stripeSessionId: string) =>
  call<PurchaseSummary>('GET', `/vend/session/lookup?stripeSessionId=${encodeURIComponent(stripeSessionId)}`);
export const fetchCheckout = (id: string) => call<Out<typeof localCheckout>>('GET', checkout(id));
export const settleCheckout = (id: string, choice: { outcome: 'pay' | 'decline' | 'abandon'; method: PaymentMethod; delivery: 'once' | 'twice' | 'never' }) =>
  call<{ returnUrl: string }>('POST', checkout(id), choice);

const receipt = (token: string) => `/vend/receipt/${encodeURIComponent(token)}`;
export const fetchReceipt = ({ token, proof }: ReceiptRef) => call<Receipt>('GET', `${receipt(token)}${proof ? `?proof=${encodeURIComponent(proof)}` : ''}`);
export const mailReceiptTo = ({ token, proof }: ReceiptRef, email: string, language: GuestLanguage) => call<Out<typeof mailReceipt>>('POST', `${receipt(token)}/mail`, { email, proof, language });
export const disputeLine = ({ token, proof }: ReceiptRef, said: { line: number; claim: Claim; quantity: number; text?: string }) => callOnce<Receipt>(`${receipt(token)}/dispute`, { ...said, proof });
