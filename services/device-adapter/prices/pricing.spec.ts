import { slotPrices, type FleetFact } from '@larder/contracts/fleet.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { stored, until } from '@larder/kit/testing.js';
import { prices, pricesView } from './prices.js';
import { Pricing } from './pricing.js';

const machineId = 'VM-1';

it('a machine that greets all the time has its list compared with what is for sale once at a time: what is heard of a price meanwhile waits for one answer', async () => {
  const kit = new Kit(await openParts('device-adapter', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' })));
  kit.add({ name: 'device-adapter', categories: ['prices'], projections: [pricesView] });
  await kit.prepare();
  let [asked, priceCents] = [0, 250];
  let answer = (): void => undefined;
  const held = new Promise<void>((answered) => (answer = answered));
  await kit.bus.answer(slotPrices.subject, async () => {
    const found = { currency: 'USD', prices: [{ slot: 'A1', productId: 'cola', priceCents }] };
    asked++;
    await held;
    return { ok: found };
  });
  const pricing = new Pricing(kit);
  for (let n = 0; n < 20; n++) await pricing.greet(machineId, 'acme');
  await until('fleet is asked', () => asked === 1);
  priceCents = 300;
  const [fact] = stored<FleetFact>([{ type: 'SlotPriced', data: { machineId, slot: 'A1', priceCents } }]);
  const heard = pricing.onFleet({ ...fact, meta: { ...fact?.meta, account: 'acme' } } as never);
  answer();
  await heard;
  expect(asked).toBe(2);
  expect((await kit.look(prices, machineId, 'acme')).prices).toEqual([{ slot: 'A1', productId: 'cola', priceCents: 300 }]);
  await kit.end();
});
