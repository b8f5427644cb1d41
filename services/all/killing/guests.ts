/** A guest after the other at one machine, over HTTP that breaks off: taps, waits for the bill, pays, and goes on asking until it is over. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Envelope } from '@larder/contracts/reply.js';
import type { SessionView } from '@larder/contracts/vending.js';

export interface Purchases {
  started: string[];
  /** Whose payment was confirmed to the guest. */
  paid: string[];
  /** Ended without anything to pay. */
  ended: string[];
  /** Requests that broke off or were refused for now. */
  brokenOff: number;
}

const AGAIN_MS = 200;
/** Longer than the order to unlock lives: the guest gives up and walks away. */
const PATIENCE_MS = 40_000;

/** @param isOver when no further guest comes; the one who is there is served to the end */
export async function serveGuests(url: string, machineId: string, isOver: () => boolean): Promise<Purchases> {
  const counted: Purchases = { started: [], paid: [], ended: [], brokenOff: 0 };
  let cookie = '';
  const call = async (method: string, path: string, body?: object): Promise<Envelope<SessionView> | undefined> => {
    try {
      const response = await fetch(`${url}${path}`, { method, signal: AbortSignal.timeout(10_000), headers: { ...(body && { 'content-type': 'application/json' }), ...(cookie && { cookie }) }, ...(body && { body: JSON.stringify(body) }) });
      const given = response.headers.getSetCookie().map((line) => line.split(';')[0]);
      if (given.length > 0) cookie = given.join('; ');
      return (await response.json()) as Envelope<SessionView>;
    } catch {
      counted.brokenOff++;
      return undefined;
    }
  };
  for (let n = 0; !isOver(); n++) {
    cookie = '';
    const sessionId = await begin(n);
    if (!sessionId) continue;
    counted.started.push(sessionId);
    (await follow(sessionId) ? counted.paid : counted.ended).push(sessionId);
  }
  return counted;

  /** Taps until the machine is free. The first tap fixes the tag, so a lost answer leads to the same visit. */
  async function begin(n: number): Promise<string | undefined> {
    const body = { nfcSessionId: `${machineId}-${String((n % 999) + 1).padStart(3, '0')}`, machineId };
    while (!isOver()) {
      const sessionId = (await call('POST', '/api/vend/start', body))?.data?.sessionId;
      if (sessionId) return sessionId;
      await pause(AGAIN_MS);
    }
    return undefined;
  }

  async function follow(sessionId: string): Promise<boolean> {
    const cameAt = Date.now();
    for (;;) {
      const view = (await call('GET', `/api/vend/session/${sessionId}`))?.data;
      if (view?.status === 'completed') return true;
      if (view?.status === 'cancelled' || view?.status === 'expired') return false;
      if (view?.checkoutUrl) await call('POST', `/api/vend${view.checkoutUrl}`, { outcome: 'pay' });
      else if (view?.status === 'active' && Date.now() - cameAt > PATIENCE_MS) await call('DELETE', `/api/vend/session/${sessionId}`);
      await pause(AGAIN_MS);
    }
  }
}
