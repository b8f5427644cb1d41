/** An organization that counts in another currency than US dollars, from its first price to its exports. */
import type { AccountContext } from '@larder/contracts/identity.js';
import type { Account } from '@larder/contracts/identity/organization.js';
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { machine } from '@larder/fleet/machine.js';
import { Teams } from '@larder/identity/teams.js';
import { until } from '@larder/kit/testing.js';
import { buy } from '../buying.testing.js';
import { ACCOUNT, startLarder, type TestLarder } from '../testing.js';

let larder: TestLarder;
let token: string;

beforeEach(async () => {
  larder = await startLarder({ settings: { CURRENCIES: 'USD,EUR,CHF,SEK' } });
  token = await larder.signIn('owner');
});
afterEach(() => larder.stop());

const choose = (currency: string) => larder.call<{ account: Account }>('PUT', '/api/cognito-auth/account', { token, body: { currency } });
const summary = () => larder.ask<{ currency: string; today: { revenue: number } }>('GET', '/api/admin/sales/comparison', { token });
const exported = async (): Promise<string> => (await fetch(`${larder.url}/api/admin/sales/export?format=csv`, { headers: { authorization: `Bearer ${token}` } })).text();

it('is what the guest, the receipt, the sums, the exports and refusals speak of', async () => {
  expect((await choose('EUR')).body.data?.account.currency).toBe('EUR');
  const added = await larder.addMachine();
  const sessionId = await buy(larder, added, 2);
  const receipt = await until('the receipt is there', async () => (await larder.call<Receipt>('GET', `/api/vend/receipt/${sessionId}`)).body.data);
  expect(receipt).toMatchObject({ currency: 'EUR', total: 5 });
  expect(await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`)).toMatchObject({ currency: 'EUR', totalAmount: 5 });
  expect(await until('it is summed up', async () => {
    const sums = await summary();
    return sums.today.revenue === 5 && sums;
  })).toMatchObject({ currency: 'EUR' });
  const [heads = '', line = ''] = (await exported()).split('\r\n');
  expect(line.split(',')[heads.split(',').findIndex((head) => /currency/i.test(head))]).toMatch(/^"?EUR"?$/);
  expect(await larder.call('POST', `/api/admin/sales/visit.${sessionId}.0/refund`, { token, body: { amount: 9, reason: 'x' } })).toMatchObject({ status: 409, body: { message: 'At most €5.00 can still be refunded' } });
});

it('is settled with the first machine, and stays so when that is gone and something was sold', async () => {
  expect((await choose('CHF')).status).toBe(200);
  const added = await larder.addMachine();
  const settled = { status: 409, body: { message: 'The currency can be changed only before the first machine is added.' } };
  expect(await choose('EUR')).toMatchObject(settled);
  expect((await choose('CHF')).status).toBe(200);
  const sessionId = await buy(larder, added);
  await until('it is sold', async () => (await larder.call('GET', `/api/vend/receipt/${sessionId}`)).status === 200);
  await larder.ask('DELETE', `/api/cognito-auth/machines/${added.machineId}`, { token });
  expect(await choose('EUR')).toMatchObject(settled);
});

it('may be changed again while nothing was sold; a machine set up later has the one of then', async () => {
  await choose('EUR');
  const body = { machineId: 'VM-LATE', name: 'Late', location: { address: 'Here' }, wifiSSID: 'home', wifiPassword: 'correct horse' };
  const { claimCode } = await larder.ask<{ claimCode: string }>('POST', '/api/cognito-auth/setup-profiles', { token, body });
  expect((await choose('CHF')).status).toBe(200);
  await larder.ask('POST', '/api/hardware/claim', { body: { claimCode } });
  expect((await larder.kit.look(machine, 'VM-LATE', ACCOUNT)).registered?.currency).toBe('CHF');
});

it('is one of those this deployment pays out', async () => {
  expect((await larder.ask<AccountContext>('GET', '/api/cognito-auth/account', { token })).currencies).toEqual(['USD', 'EUR', 'CHF', 'SEK']);
  expect(await choose('GBP')).toMatchObject({ status: 400, body: { message: 'Amounts in GBP are not paid out here' } });
  expect((await choose('JPY')).status).toBe(400);
  expect((await larder.call('PUT', '/api/cognito-auth/account', { token: await larder.signIn('viewer'), body: { currency: 'EUR' } })).status).toBe(403);
});

it('of a new organization is the first of those, so that nobody who chooses none sells in what is not paid out', async () => {
  const elsewhere = await startLarder({ settings: { CURRENCIES: 'EUR,CHF' } });
  const founded = await elsewhere.part(Teams).found('u1', 'New Stays', 'Europe/Berlin', { commandId: 'new', account: 'people', actor: 'u1', correlationId: 'new' });
  const settings = elsewhere.kit.ask(accountSettings, { account: 'accountId' in founded ? founded.accountId : '' }, { caller: { kind: 'service', name: 'test' }, commandId: 'ask', correlationId: 'ask' });
  expect(await settings).toMatchObject({ currency: 'EUR' });
  await elsewhere.stop();
});

it('has a least amount that cards are charged: less cannot be held, or nobody could open a machine', async () => {
  const hold = (holdCents: number) => larder.call('PUT', '/api/cognito-auth/account', { token, body: { holdCents } });
  expect((await hold(200)).status).toBe(200);
  const tooSmall = { status: 400, body: { message: 'The hold must be at least 3.00, the least that a card is charged in SEK' } };
  expect(await choose('SEK')).toMatchObject(tooSmall);
  expect((await hold(300)).status).toBe(200);
  expect((await choose('SEK')).status).toBe(200);
  expect(await hold(299)).toMatchObject(tooSmall);
});
