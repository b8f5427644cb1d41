/** For tests: guests who buy whatever breaks meanwhile, and what they were told. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SessionView } from '@larder/contracts/vending.js';
import type { CallOptions } from '../testing.js';
import { shop, type Front, type Machine } from './people.testing.js';

/** What a guest has paid, as far as they were told. */
export interface Purchase {
  sessionId: string;
  machineId: string;
  slots: readonly string[];
}

export interface Guests {
  /** Told to be paid, in the order of the telling. */
  readonly bought: readonly Purchase[];
  /** Requests that did not succeed at first, by what they were told: a code of the envelope, or NOBODY and why. */
  readonly failures: ReadonlyMap<string, number>;
  /** The longest anybody waited for an answer, good or bad. */
  readonly longestMs: number;
  /** What the guest at a machine waits for and since when, what they were told last, and how many others have paid there before. */
  waitingFor(machine: Machine): string;
  /** One guest; resolves when they were told that they have paid. */
  buy(machine: Machine, slots: readonly string[]): Promise<Purchase>;
  /** From now on one guest after the other at each of the machines. */
  crowd(machines: readonly Machine[]): void;
  /** Nobody of the crowd begins any more; resolves when those who have begun have bought. */
  end(): Promise<void>;
}

/** What a guest waits for since when, and what they were told last. */
interface Waiting {
  what: string;
  told: string;
  began: number;
}

const CHOICES = [['A1'], ['A1', 'A2'], ['A2', 'A2']];
/** A guest who was not served asks again after a while. */
const AGAIN_MS = 50;
/** The machine looks now and then whether it may go on. */
const LOOK_MS = 20;
/** Nothing in this product takes so long, whatever breaks. */
const GIVE_UP_MS = 120_000;

export function guestsAt(front: Front): Guests {
  const bought: Purchase[] = [];
  const failures = new Map<string, number>();
  const loops: Promise<void>[] = [];
  /** By machine; nobody is there who has bought. */
  const waits = new Map<string, Waiting>();
  const waitFor = (at: string, what: string): Waiting => {
    const waiting: Waiting = { what, told: 'nothing yet', began: performance.now() };
    waits.set(at, waiting);
    return waiting;
  };
  let longestMs = 0;
  let ending = false;

  /** Asks until it succeeds. */
  async function surely<T>(at: string, method: string, path: string, options: CallOptions, enough: (data: T) => unknown = () => true): Promise<T> {
    const waiting = waitFor(at, `${method} ${path}`);
    for (const until = Date.now() + GIVE_UP_MS; Date.now() < until; await pause(AGAIN_MS)) {
      const began = performance.now();
      const { status, body } = await front.call<T>(method, path, options);
      longestMs = Math.max(longestMs, performance.now() - began);
      if (status === 200 && body.data !== undefined && enough(body.data)) return body.data;
      const why = status === 0 ? `NOBODY: ${body.message}` : (body.error ?? String(status));
      waiting.told = why;
      if (status !== 200) failures.set(why, (failures.get(why) ?? 0) + 1);
    }
    throw new Error(`${method} ${path} did not succeed in ${GIVE_UP_MS / 1000} s; so far: ${JSON.stringify([...failures])}`);
  }

  async function buy(machine: Machine, slots: readonly string[]): Promise<Purchase> {
    const { machineId } = machine;
    // By the cookie a guest whose tap was not answered comes back to the visit that may have begun.
    const headers = { cookie: `larder_guest=${randomBytes(16).toString('hex')}` };
    const { sessionId } = await surely<SessionView>(machineId, 'POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-001` }, headers });
    waitFor(machineId, `the door to be unlocked for ${sessionId}`);
    for (const until = Date.now() + GIVE_UP_MS; !machine.unlocked.has(sessionId); await pause(LOOK_MS)) if (Date.now() > until) throw new Error(`${machineId} was never unlocked for ${sessionId}`);
    shop(machine, sessionId, slots);
    const { checkoutUrl } = await surely<SessionView>(machineId, 'GET', `/api/vend/session/${sessionId}`, { headers }, (view) => view.checkoutUrl);
    await surely(machineId, 'POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' }, headers: { ...headers, 'idempotency-key': `pay-${sessionId}` } });
    const purchase = { sessionId, machineId, slots };
    bought.push(purchase);
    waits.delete(machineId);
    return purchase;
  }

  return {
    bought, failures, buy,
    waitingFor({ machineId }) {
      const waiting = waits.get(machineId);
      const before = bought.filter((purchase) => purchase.machineId === machineId).length;
      return waiting ? `${waiting.what} for ${Math.round(performance.now() - waiting.began)} ms, told ${waiting.told}, after ${before} others` : 'nothing';
    },
    get longestMs() {
      return longestMs;
    },
    crowd(machines) {
      for (const machine of machines) {
        const loop = (async () => {
          for (let n = 0; !ending; n++) await buy(machine, CHOICES[n % CHOICES.length] as string[]);
        })();
        loop.catch(() => undefined); // told to whoever ends it
        loops.push(loop);
      }
    },
    async end() {
      ending = true;
      await Promise.all(loops);
    },
  };
}
