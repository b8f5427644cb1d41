import type { AnyFact } from '@larder/contracts/fact.js';
import { describeProducts } from '@larder/contracts/catalog.js';
import { stockOf } from '@larder/contracts/fleet.js';
import { machineCard } from '@larder/contracts/fleet/places.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { alert, alertStream } from '../alert.js';
import { alertRules, type KeptRules } from '../alert-rules.js';
import { alertView } from '../alert-view.js';
import { NOBODY } from '../notices/escalation.js';
import { judgeAgain } from './judging-again.js';
import { Raising } from './raising.js';

async function opened() {
  const kit = new Kit(await openParts('alerts', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
  kit.add({ name: 'alerts', categories: ['alert', 'alertrules'], projections: [alertView] });
  await kit.prepare();
  await kit.bus.answer(machineCard.subject, async () => ({ ok: { name: 'Lobby', address: '' } }));
  await kit.bus.answer(describeProducts.subject, async () => ({ ok: [{ productId: 'p1', name: 'Chips', sku: 'CHIPS' }] }));
  await kit.bus.answer(accountSettings.subject, async () => ({ ok: { timeZone: 'UTC' } }));
  await kit.bus.answer(stockOf.subject, async () => ({ ok: [{ machineId: 'VM-1', slot: 'A1', productId: 'p1', left: 4, maxQuantity: 10 }] }));
  const raising = new Raising(kit);
  const by = (commandId: string) => ({ commandId, account: 'acme', actor: 'test', correlationId: 'test' });
  return {
    kit, raising, by,
    set: async (rules: Partial<KeptRules>, version: number): Promise<AnyFact> => {
      const { rules: before } = await kit.look(alertRules, 'acme', 'acme');
      const done = await kit.handle(alertRules, 'acme', { type: 'SetRules', rules: { ...before, ...rules }, version }, by(`rules ${version}`));
      if (isRefusal(done)) throw new Error(done.message);
      return done.facts[0] as unknown as AnyFact;
    },
    isOpen: () => raising.isOpen('acme', 'low_stock.VM-1.A1'),
    listed: () => until('it is listed', async () => (await kit.views.all(alertView, 'acme', { isResolved: false })).length === 1),
  };
}

it('rules that are heard again after a crash, when others have been set, end no alert that those have led to', async () => {
  const { kit, raising, set, isOpen, listed } = await opened();
  const first = await set({ lowStockPercent: 20 }, 0);
  await judgeAgain(kit, raising, first);
  expect(await isOpen()).toBe(false);
  await judgeAgain(kit, raising, await set({ lowStockPercent: 50 }, 1));
  expect(await isOpen()).toBe(true);
  await listed();
  await judgeAgain(kit, raising, first);
  expect(await isOpen()).toBe(true);
  expect(await kit.history(alert, alertStream('acme', 'low_stock.VM-1.A1'), 'acme')).toHaveLength(1);
  await kit.end();
});

it('rules by which nothing has become low raise nothing again that somebody has resolved, and end nothing that somebody has opened again', async () => {
  const { kit, raising, by, set, isOpen, listed } = await opened();
  await judgeAgain(kit, raising, await set({ lowStockPercent: 50 }, 0));
  const [stream, alertId] = [alertStream('acme', 'low_stock.VM-1.A1'), 'low_stock.VM-1.A1.1'];
  await kit.handle(alert, stream, { type: 'Resolve', alertId, reason: 'more is on its way' }, by('resolve'));
  await judgeAgain(kit, raising, await set({ notify: ['high', 'medium'] }, 1));
  await judgeAgain(kit, raising, await set({ temperature: { minC: 2, maxC: 8 } }, 2));
  await judgeAgain(kit, raising, await set({ lowStockPercent: 45 }, 3));
  expect(await isOpen()).toBe(false);
  await judgeAgain(kit, raising, await set({ lowStockPercent: 20 }, 4));
  await kit.handle(alert, stream, { type: 'Reopen', alertId, reason: 'it is too little', now: kit.clock.now().toISOString(), plan: NOBODY }, by('reopen'));
  await listed();
  await judgeAgain(kit, raising, await set({ notify: ['high'] }, 5));
  expect(await isOpen()).toBe(true);
  await kit.end();
});
