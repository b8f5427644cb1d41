import { linkState } from '@larder/contracts/device.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock } from '@larder/kit/testing.js';
import { toldBy } from './told.js';

const olive: Asked = { caller: { kind: 'user', id: 'olive', account: 'acme', role: 'owner', plan: 'starter' }, commandId: 'count', correlationId: 'count' };
const link = { connected: false, completeTo: 0, missing: 0, late: 0 };
let kit: Kit;
beforeEach(async () => {
  kit = new Kit(await openParts('fleet', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
});
afterEach(() => kit.end());

/** What the device-adapter says, one time after the other; the last of it for good. */
const answering = (...said: object[]) => kit.bus.answer(linkState.subject, async () => (said.length > 1 ? said.shift() : said[0]));
const told = () => toldBy(kit, 'VM-001', olive);

it('How far a machine has told is what the device-adapter has of it', async () => {
  const asked: unknown[] = [];
  await kit.bus.answer(linkState.subject, async (request) => {
    asked.push(request);
    return { ok: { ...link, told: { '0a1b2c3d': 7 } } };
  });
  expect(await told()).toEqual({ '0a1b2c3d': 7 });
  expect(asked).toMatchObject([{ caller: { kind: 'service', name: 'fleet' }, input: { account: 'acme', machineId: 'VM-001' } }]);
});

it('of one that has told nothing, or where an older version is asked, nothing is known', async () => {
  await answering({ ok: { ...link, told: {} } }, { ok: link });
  expect([await told(), await told()]).toEqual([undefined, undefined]);
});

it('nor where nobody answers, or somebody cannot: who counts is not kept from it', async () => {
  expect(await told()).toBeUndefined();
  await answering({ broken: '0a1b2c3d' });
  expect(await told()).toBeUndefined();
});

it('is asked for again where an answer was none', async () => {
  await answering({ refused: 'UNAVAILABLE', message: 'Not now', data: {} }, { broken: '0a1b2c3d' }, { ok: { ...link, told: { '0a1b2c3d': 7 } } });
  expect(await told()).toEqual({ '0a1b2c3d': 7 });
});
