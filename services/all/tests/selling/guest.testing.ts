/** What a guest at one machine does and what its operator is shown, for tests that go through the front doors. */
import type { AlertView } from '@larder/contracts/alerts.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import type { SaleView } from '@larder/contracts/sales.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import type { AddedMachine, TestLarder } from '../testing.js';

/** @param world asked with every call: tests have a machine each */
export function guestAt(world: () => { larder: TestLarder; machine: AddedMachine; owner: string }) {
  const tap = (headers: Record<string, string> = {}, tag = `${world().machine.machineId}-042`) => world().larder.call<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: tag }, headers });
  const begin = async (): Promise<string> => (await world().larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${world().machine.machineId}-042` } })).sessionId;
  const session = (id: string) => world().larder.ask<SessionView>('GET', `/api/vend/session/${id}`);
  const becomes = (id: string, what: Partial<SessionView>) =>
    until(`session is ${JSON.stringify(what)}`, async () => {
      const view = await session(id);
      return Object.entries(what).every(([key, value]) => view[key as keyof SessionView] === value) && view;
    });
  const shop = async (id: string, ...slots: string[]): Promise<SessionView> => {
    const { device } = world().machine;
    device.openDoor(id);
    for (const slot of slots) device.take(slot, 1, id);
    device.closeDoor(id);
    return until('payment is due', async () => {
      const view = await session(id);
      return view.checkoutUrl && view;
    });
  };
  const pay = (view: SessionView) => world().larder.ask<{ returnUrl: string }>('POST', `/api/vend${view.checkoutUrl}`, { body: { outcome: 'pay' } });
  const salesOf = async (): Promise<SaleView[]> => (await world().larder.ask<{ sales: SaleView[] }>('GET', `/api/admin/sales?machineId=${world().machine.machineId}`, { token: world().owner })).sales;
  const alertsOf = async (query = ''): Promise<AlertView[]> =>
    (await world().larder.ask<{ alerts: AlertView[] }>('GET', `/api/admin/dashboard/alerts?limit=200${query}`, { token: world().owner })).alerts.filter((a) => a.machine.machineId === world().machine.machineId);
  const stockOf = async (slot: string): Promise<number | undefined> =>
    (await world().larder.ask<MachineView>('GET', `/api/cognito-auth/machines/${world().machine.machineId}`, { token: world().owner })).inventory.find((item) => item.slot === slot)?.quantity;
  return { tap, begin, session, becomes, shop, pay, salesOf, alertsOf, stockOf };
}
