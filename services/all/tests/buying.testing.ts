/** What a guest does, from the tap to the test checkout. */
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import type { AddedMachine, TestLarder } from './testing.js';

/** Takes so many of slot A1; answers the visit when it can be paid. `headers`: of the guest's browser. */
export async function shop(larder: TestLarder, { machineId, device }: AddedMachine, quantity = 1, headers: Record<string, string> = {}): Promise<SessionView & { checkoutUrl: string }> {
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-001` }, headers });
  device.openDoor(sessionId);
  device.take('A1', quantity, sessionId);
  device.closeDoor(sessionId);
  return until('payment is due', async () => {
    const { checkoutUrl, ...view } = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
    return checkoutUrl ? { ...view, checkoutUrl } : undefined;
  });
}

/** Takes so many of slot A1 and pays; answers the visit's id. `headers`: of the guest's browser. */
export async function buy(larder: TestLarder, machine: AddedMachine, quantity = 1, headers: Record<string, string> = {}): Promise<string> {
  const { sessionId, checkoutUrl } = await shop(larder, machine, quantity, headers);
  await larder.ask('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
  return sessionId;
}
