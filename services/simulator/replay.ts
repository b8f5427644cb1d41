/** Replays real purchases as live visits: tap, door, items, close, payment, through the same doors as guests and machines. */
import { setTimeout as wait } from 'node:timers/promises';
import type { SessionView } from '@larder/contracts/vending.js';
import type { SimulatedDevice } from './device.js';
import { eventsOf, post, Refused } from './http.js';

export interface ReplayItem {
  slot: string;
  quantity: number;
}
export interface ReplayVisit {
  machineId: string;
  /** A label of the purchase; becomes part of the tapped tag. */
  reference: string;
  items: readonly ReplayItem[];
  totalCents: number;
  method: 'cash' | 'card' | 'mobile';
}

export interface ReplayOptions {
  /** The address of the gateway. */
  url: string;
  device: SimulatedDevice;
  /** The guest's own pace between two moves, in milliseconds; returns at once for a replay as fast as it goes. */
  pause(ms: number): Promise<void>;
}

const MOVE_MS = 400;
/** As long as a visit lasts at most. */
const PATIENCE_MS = 300_000;

/** One visit from tap to paid; rejects with a sentence when the charge is not what the purchase said. */
export async function replayVisit({ machineId, reference, items, totalCents, method }: ReplayVisit, { url, device, pause }: ReplayOptions): Promise<SessionView> {
  const call = <T>(path: string, body: unknown): Promise<T> => post<T>(`${url}/api/vend${path}`, body);
  const tag = `${machineId}-${reference}`.slice(0, 64);
  const { sessionId } = await untilServed(() => call<SessionView>('/start', { nfcSessionId: tag, machineId }));
  const screens = eventsOf<SessionView>(`${url}/api/vend/session/${sessionId}/events`, 'session', PATIENCE_MS);
  const shows = async (what: string, isSo: (screen: SessionView) => boolean): Promise<SessionView> => {
    for (;;) {
      const { value: screen } = await screens.next();
      if (!screen) throw new Error(`Waited in vain until visit ${reference} is ${what}`);
      if (isSo(screen)) return screen;
    }
  };
  try {
    device.tap(tag);
    device.openDoor(sessionId);
    for (const { slot, quantity } of items) {
      await pause(MOVE_MS);
      device.take(slot, quantity, sessionId);
    }
    await pause(MOVE_MS);
    device.closeDoor(sessionId);
    const due = await shows('due', (screen) => screen.checkoutUrl !== undefined);
    if (Math.round(due.totalAmount * 100) !== totalCents) throw new Error(`Visit ${reference} would be charged ${due.totalAmount}, the purchase was ${totalCents / 100}`);
    await call(`/session/${sessionId}/pay`, {});
    await call(`/checkout/${(due.checkoutUrl as string).split('/').at(-1)}`, { outcome: 'pay', method });
    return await shows('paid', (screen) => screen.status === 'completed');
  } finally {
    await screens.return(undefined);
  }
}

const TAPS = 20;
const TAP_AGAIN_MS = 50;

/** A machine that has just come back may not be known to be there yet: the guest taps again. */
async function untilServed<T>(tap: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await tap();
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'MACHINE_UNAVAILABLE' || n === TAPS) throw error;
      await wait(TAP_AGAIN_MS);
    }
  }
}
