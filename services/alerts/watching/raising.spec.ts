import { describeProducts } from '@larder/contracts/catalog.js';
import { machineCard } from '@larder/contracts/fleet/places.js';
import { accountSettings, membersAmong } from '@larder/contracts/identity/organization.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock } from '@larder/kit/testing.js';
import { alert, alertStream } from '../alert.js';
import { alertRules } from '../alert-rules.js';
import { meaningsOf, stock, type Heard } from './conditions.js';
import { NOBODY } from '../notices/escalation.js';
import { Raising } from './raising.js';
import { upkeep, upkeepStream } from './upkeep.js';
import { Upkeeping } from './upkeeping.js';

describe('What an alert says', () => {
  it('keeps its figures beside the words they belong to, whichever way the names are written', async () => {
    const kit = new Kit(await openParts('alerts', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
    await kit.bus.answer(machineCard.subject, async () => ({ ok: { name: 'مدخل', address: '' } }));
    await kit.bus.answer(describeProducts.subject, async () => ({ ok: [{ productId: 'p1', name: 'שוקולד', sku: 'CHOC' }] }));
    const low = stock({ machineId: 'VM-1', slot: 'A1', productId: 'p1', left: 1, maxQuantity: 12 }, { lowStockPercent: 20 });
    await new Raising(kit).follow(low, 'fact-1' as never, { commandId: 'c1', account: 'acme', actor: 'test', correlationId: 'test' });
    const [raised] = await kit.history(alert, alertStream('acme', low.condition), 'acme');
    expect(raised).toMatchObject({ type: 'AlertRaised', data: { message: '\u2068שוקולד\u2069 is running low in \u2068مدخل\u2069: 1 of 12 left' } });
    await kit.end();
  });

  it('is nothing while what was set inactive is being sold off, and that it is sold out', async () => {
    const kit = new Kit(await openParts('alerts', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
    const product = { productId: 'p1', name: 'Chips', sku: 'CHIPS', isActive: true };
    await kit.bus.answer(machineCard.subject, async () => ({ ok: { name: 'Lobby', address: '' } }));
    await kit.bus.answer(describeProducts.subject, async () => ({ ok: [product] }));
    const raising = new Raising(kit);
    const holds = async (left: number): Promise<string[]> => {
      const meaning = stock({ machineId: 'VM-1', slot: 'A1', productId: 'p1', left, maxQuantity: 12 }, { lowStockPercent: 20 });
      await raising.follow(meaning, 'fact-1' as never, { commandId: `c${left}`, account: 'acme', actor: 'test', correlationId: 'test' });
      return (await kit.history(alert, alertStream('acme', meaning.condition), 'acme')).map(({ type, data }) => `${type} ${'message' in data ? data.message : ''}`.trim());
    };
    expect(await holds(2)).toEqual(['AlertRaised Chips is running low in Lobby: 2 of 12 left']);
    product.isActive = false;
    expect((await holds(1)).slice(1)).toEqual(['AlertResolved']);
    expect((await holds(0)).slice(2)).toEqual(['AlertRaised Chips is sold out in Lobby']);
    await kit.end();
  });
});

describe('Of a machine that was removed before it was heard what it had told', () => {
  let kit: Kit;
  beforeEach(async () => {
    kit = new Kit(await openParts('alerts', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock('2026-03-01T12:00:00.000Z') }));
    await kit.bus.answer(machineCard.subject, async () => ({ refused: 'NOT_FOUND', message: 'Machine not found' }));
  });
  afterEach(() => kit.end());
  const cause = { commandId: 'c1', account: 'acme', actor: 'test', correlationId: 'test' };

  it('nothing is raised for which somebody would go there, as nothing would end it any more; what a guest owes is', async () => {
    const visit = { sessionId: 's1', machineId: 'VM-1', totalCents: 500, currency: 'USD', lines: [] };
    const told = [
      { type: 'DeviceGapFound', data: { machineId: 'VM-1', missing: [4], completeTo: 3 } }, { type: 'StockTaken', data: { machineId: 'VM-1', slot: 'A1', productId: 'p1', left: 0, maxQuantity: 10 } }, { type: 'SessionOverdue', data: visit },
    ] as unknown as Heard[];
    const meanings = told.flatMap((fact) => meaningsOf(fact, alertRules.initial.rules));
    for (const meaning of meanings) await new Raising(kit).follow(meaning, { type: 'Told', id: 'f1', at: '2026-03-01T11:00:00.000Z' }, cause);
    const raised = await Promise.all(meanings.map(async ({ condition }) => (await kit.history(alert, alertStream('acme', condition), 'acme')).length));
    expect(meanings.map(({ condition }, n) => [condition, raised[n]])).toEqual([['journal_gap.VM-1', 0], ['low_stock.VM-1.A1', 0], ['unpaid_session.s1', 1]]);
  });

  it('its days without service end when they come due, which nobody is told of', async () => {
    const stream = upkeepStream('acme', 'VM-1');
    await kit.handle(upkeep, stream, { type: 'CountFrom', machineId: 'VM-1', at: '2025-11-01T12:00:00.000Z', days: 90 }, cause);
    await new Upkeeping(kit, new Raising(kit)).comeDue(stream, { id: `upkeep-${stream}`, at: '2026-01-30T12:00:00.000Z', account: 'acme' });
    expect((await kit.history(upkeep, stream, 'acme')).map(({ type }) => type)).toEqual(['UpkeepCounted', 'UpkeepEnded']);
  });
});

describe('Who is told of an alert', () => {
  let kit: Kit;
  let isIdentityAway: boolean;
  beforeEach(async () => {
    kit = new Kit(await openParts('alerts', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock: standingClock() }));
    isIdentityAway = false;
    await kit.bus.answer(accountSettings.subject, async () => (isIdentityAway ? { refused: 'UNAVAILABLE', message: 'Not now' } : { ok: { timeZone: 'Europe/Berlin' } }));
  });
  afterEach(() => kit.end());

  const steps = [{ afterMinutes: 5, to: [{ kind: 'member' as const, userId: 'u1' }] }];
  const set = async (rules: object, version: number): Promise<void> => {
    const command = { type: 'SetRules' as const, rules: { ...alertRules.initial.rules, ...rules }, version };
    await kit.handle(alertRules, 'acme', command, { commandId: `rules ${version}`, account: 'acme', actor: 'test', correlationId: 'test' });
  };
  const plan = () => new Raising(kit).plan('acme');

  it('is nobody until somebody wants to be', async () => expect(await plan()).toEqual(NOBODY));

  it('is whoever of a step is still a member, else the owners; as it was set while nobody can say who is', async () => {
    let answer: object = { ok: { members: ['u1'], owners: ['boss'] } };
    await kit.bus.answer(membersAmong.subject, async () => answer as never);
    const [u1, gone, boss] = ['u1', 'gone', 'boss'].map((userId) => ({ kind: 'member' as const, userId }));
    const hook = { kind: 'webhook' as const };
    await set({ steps: [{ afterMinutes: 0, to: [gone, u1] }, { afterMinutes: 5, to: [gone] }, { afterMinutes: 9, to: [gone, hook] }], webhook: { url: 'https://example.com', secret: 's' } }, 0);
    expect((await plan()).steps.map(({ to }) => to)).toEqual([[u1], [boss], [hook]]);
    answer = { refused: 'UNAVAILABLE', message: 'Not now' };
    expect((await plan()).steps.map(({ to }) => to)).toEqual([[gone, u1], [gone], [gone, hook]]);
  });

  it('waits for quiet hours by the clock of the organization, which is asked for again while nobody can say it', async () => {
    await set({ steps }, 0);
    expect(await plan()).toMatchObject({ steps, timeZone: 'UTC' });
    await set({ steps, quietHours: { from: '22:00', to: '07:00', exceptHigh: true } }, 1);
    expect(await plan()).toMatchObject({ steps, timeZone: 'Europe/Berlin' });
    isIdentityAway = true;
    await expect(plan()).rejects.toThrow('Not now');
  });
});
