/** Bad input, strangers and mistakes: each gets a clear answer in the envelope and is counted; nothing crashes. */
import { routes } from '@larder/gateway/routes.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { openLog } from '@larder/kit/start.js';
import { atCognito } from '../cognito.testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const log: { refused?: string; call?: string; by?: string; msg?: string }[] = [];
let larder: TestLarder;
let machine: AddedMachine;
let owner: string;
let rival: string;

beforeAll(async () => {
  larder = await startLarder({ log: openLog('info', { write: (line: string) => void log.push(JSON.parse(line)) }) });
  machine = await larder.addMachine();
  [owner, rival] = await Promise.all([larder.signIn('owner'), larder.signIn('owner', 'rival')]);
});
afterAll(() => larder.stop());

const counted = async (outcome: string): Promise<number> => {
  const { values } = await larder.kit.metrics.deviceMessages.get();
  return values.find((value) => value.labels.outcome === outcome)?.value ?? 0;
};

describe('What a machine sends that nobody can read', () => {
  it.each<[string, string | Buffer]>([
    ['no JSON', '{"v":1'],
    ['no UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
    ['another version', '{"v":2,"e":"0a1b2c3d","s":1,"at":0,"t":"tap","tag":"x"}'],
    ['an unknown event', '{"v":1,"e":"0a1b2c3d","s":1,"at":0,"t":"explode"}'],
    ['wrong types', '{"v":1,"e":"0a1b2c3d","s":"1","at":0,"t":"tap","tag":7}'],
    ['a number that is none', '{"v":1,"e":"0a1b2c3d","s":1e400,"at":0,"t":"tap","tag":"x"}'],
    ['nothing', ''],
    ['a list', '[]'],
    ['deep nesting', '['.repeat(2000) + ']'.repeat(2000)],
  ])('%s is counted and harms nothing', async (_, payload) => {
    const before = await counted('malformed');
    machine.device.sendRaw('evt', payload);
    await until('it is counted', async () => (await counted('malformed')) === before + 1);
  });

  it('too much of it ends the connection, and the machine comes back', async () => {
    const before = await counted('refused_size');
    machine.device.sendRaw('evt', 'x'.repeat(5000));
    await until('it is counted', async () => (await counted('refused_size')) === before + 1);
    const session = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } });
    await until('it is heard and told again', () => machine.heard.some((order) => order.sid === session.sessionId));
  });
});

describe('What a caller sends that is wrong', () => {
  const call = (method: string, path: string, body?: unknown, token?: string) => larder.call(method, path, { body, token });

  it.each<[string, string, unknown, number, string, RegExp]>([
    ['POST', '/api/vend/start', {}, 400, 'BAD_INPUT', /nfcSessionId/],
    ['POST', '/api/vend/start', { nfcSessionId: 42 }, 400, 'BAD_INPUT', /nfcSessionId/],
    ['POST', '/api/vend/start', { nfcSessionId: 'NOWHERE-001' }, 404, 'NOT_FOUND', /Machine not found/],
    ['POST', '/api/vend/start', { nfcSessionId: 'x', machineId: '../../etc' }, 400, 'BAD_INPUT', /machineId/],
    ['POST', '/api/vend/start', [1, 2], 400, 'BAD_INPUT', /JSON object/],
    ['GET', '/api/vend/session/does-not-exist', undefined, 404, 'NOT_FOUND', /No session found/],
    ['GET', '/api/nothing', undefined, 404, 'NOT_FOUND', /nothing at this address/],
    ['POST', '/api/cognito-auth/auth', { email: 'nobody@example.com', password: 'x' }, 401, 'SIGN_IN_REQUIRED', /^Incorrect email or password/],
    ['POST', '/api/cognito-auth/auth', { email: 'no address', password: 'x' }, 400, 'BAD_INPUT', /Please enter a valid email address/],
    ['GET', '/api/admin/sales', undefined, 401, 'SIGN_IN_REQUIRED', /log in/],
    ['PUT', '/api/vend/session/any/item-removed', { slot: 'A1' }, 403, 'FORBIDDEN', /not allowed/],
    ['POST', '/api/vend/session/any/complete', {}, 403, 'FORBIDDEN', /not allowed/],
  ])('%s %s %j → %i %s', async (method, path, body, status, error, message) => {
    const answer = await call(method, path, body);
    expect(answer).toMatchObject({ status, body: { success: false, error } });
    expect(answer.body.message).toMatch(message);
  });

  it('JSON that is none, or far too much of it, is refused in the envelope', async () => {
    const send = async (body: string) => {
      const response = await fetch(`${larder.url}/api/vend/start`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const { error, message } = (await response.json()) as { error: string; message: string };
      return [response.status, error, message];
    };
    expect(await send('{"nfcSessionId":')).toEqual([400, 'BAD_INPUT', 'Invalid request. Please check your input.']);
    expect(await send(JSON.stringify({ nfcSessionId: 'x'.repeat(300_000) }))).toEqual([413, 'TOO_LARGE', 'This is too large to be taken']);
  });

  it('a token that was changed, is another\'s, or is none at all is refused on every door', async () => {
    const [head, , signature] = owner.split('.');
    const other = rival.split('.')[1] as string;
    for (const token of [`${head}.${other}.${signature}`, `${owner.slice(0, -4)}AAAA`, 'none']) {
      expect(await call('GET', '/api/cognito-auth/machines', undefined, token)).toMatchObject({ status: 401, body: { success: false, error: 'SIGN_IN_REQUIRED' } });
    }
    expect(await call('GET', '/api/cognito-auth/machines')).toMatchObject({ status: 401, body: { message: 'Authentication required. Please log in again.' } });
  });

  it('every refusal is counted', async () => {
    await call('GET', '/api/vend/session/does-not-exist');
    const { values } = await larder.kit.metrics.refusals.get();
    expect(values.some((value) => value.labels.code === 'NOT_FOUND' && value.value > 0)).toBe(true);
  });

  it('whoever is turned away is a line of the log', async () => {
    const machines = '/api/cognito-auth/machines';
    expect((await call('POST', machines, {}, await larder.signIn('viewer'))).status).toBe(403);
    expect((await call('GET', machines)).status).toBe(401);
    expect((await call('GET', machines, undefined, 'a.b.c')).status).toBe(401);
    const said = log.filter(({ msg }) => msg === 'turned away').map(({ refused, call: what, by }) => [refused, what, by?.split(':')[0]]);
    expect(said).toEqual(expect.arrayContaining([['FORBIDDEN', `POST ${machines}`, 'user'], ['SIGN_IN_REQUIRED', `GET ${machines}`, 'guest'], ['SIGN_IN_REQUIRED', `GET ${machines}`, 'nobody known']]));
  });

  it('what is searched for is text, not a pattern', async () => {
    for (const search of ['.*', '^', '[A-Za-z]', '(a+)+$', '.', '$ne']) {
      for (const what of ['machines', 'products']) {
        const { body } = await larder.call<Record<string, unknown[]>>('GET', `/api/cognito-auth/${what}?search=${encodeURIComponent(search)}`, { token: owner });
        expect([what, search, body.data?.[what]]).toEqual([what, search, []]);
      }
    }
  });
});

describe('Another organization', () => {
  it('sees nothing of ours and changes nothing of ours', async () => {
    const at = `/api/cognito-auth/machines/${machine.machineId}`;
    expect((await larder.call('GET', at, { token: rival })).status).toBe(404);
    expect((await larder.call('PUT', `${at}/status`, { token: rival, body: { status: 'maintenance' } })).status).toBe(404);
    expect((await larder.call('POST', `${at}/credential`, { token: rival, body: {} })).status).toBe(404);
    expect((await larder.call('GET', `/api/cognito-auth/products/${machine.products.A1}`, { token: rival })).status).toBe(404);
    const taken = await larder.call('POST', '/api/cognito-auth/machines', { token: rival, body: { machineId: machine.machineId, name: 'Mine', location: { address: 'here' } } });
    expect(taken).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
    for (const path of ['/api/cognito-auth/machines', '/api/cognito-auth/products', '/api/admin/sales', '/api/admin/dashboard/alerts', '/api/cognito-auth/dashboard']) {
      expect(JSON.stringify((await larder.call('GET', path, { token: rival })).body)).not.toContain(machine.machineId);
    }
  });
});

describe('Roles', () => {
  it('open and close every door as the one table says', async () => {
    const viewer = await larder.signIn('viewer');
    const operator = await larder.signIn('operator');
    const at = `/api/cognito-auth/machines/${machine.machineId}`;
    expect((await larder.call('GET', at, { token: viewer })).status).toBe(200);
    expect(await larder.call('PUT', `${at}/status`, { token: viewer, body: { status: 'online' } })).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
    expect((await larder.call('PUT', `${at}/status`, { token: operator, body: { status: 'online' } })).status).toBe(200);
    expect((await larder.call('POST', '/api/admin/sales/import', { token: operator, body: {} })).status).toBe(403);
  });

  it('let no guest through any door that is not open to everybody', async () => {
    for (const { method, path, contract } of routes.filter(({ contract: { door } }) => door !== 'anyone')) {
      const answer = await larder.call(method, path.replace(/:\w+/g, 'x'), { body: method === 'GET' ? undefined : {} });
      expect([`${method} ${path}`, answer.status]).toEqual([`${method} ${path}`, contract.door === 'device' ? 403 : 401]);
    }
  });
});

it.each([
  'admin/sales?machineId=&paymentMethod=&startDate=&endDate=&timeframe=', 'cognito-auth/machines?search=&status=&lowStock=', 'cognito-auth/products?search=&category=&isActive=', 'admin/dashboard/alerts?type=&severity=&isResolved=',
])('a filter that a form leaves empty narrows nothing: %s', async (path) => {
  const [bare] = path.split('?');
  expect(await larder.ask('GET', `/api/${path}`, { token: owner })).toEqual(await larder.ask('GET', `/api/${bare}`, { token: owner }));
});

describe('The same command twice', () => {
  it('has one effect when it carries the same Idempotency-Key', async () => {
    const at = `/api/cognito-auth/machines/${machine.machineId}/inventory`;
    const stock = (key: string) => larder.call('POST', at, { token: owner, headers: { 'idempotency-key': key }, body: { productId: machine.products.A2, slot: 'B9', quantity: 1, maxQuantity: 10 } });
    await Promise.all([stock('one'), stock('one'), stock('one')]);
    const { body } = await stock('two');
    expect(JSON.stringify(body)).toContain('"slot":"B9","quantity":2');
  });
});

describe('A machine over HTTP', () => {
  it('reports items of its own sessions with its own credential, and of no others', async () => {
    const other = await larder.addMachine();
    const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${other.machineId}-001` } });
    const basic = ({ machineId, secret }: AddedMachine) => ({ authorization: `Basic ${Buffer.from(`${machineId}:${secret}`).toString('base64')}` });
    const remove = (headers: Record<string, string>) => larder.call<SessionView>('PUT', `/api/vend/session/${sessionId}/item-removed`, { headers, body: { slot: 'A1' } });
    expect((await remove(basic(machine))).status).toBe(404);
    expect((await remove(basic({ ...other, secret: 'wrong' }))).status).toBe(401);
    expect((await remove(basic(other))).body.data?.items).toMatchObject([{ name: 'Cola', quantity: 1 }]);
    expect((await larder.call<SessionView>('POST', `/api/vend/session/${sessionId}/complete`, { headers: basic(other), body: {} })).body.data).toMatchObject({ status: 'committed' });
  });
});

it('describes its API completely', async () => {
  const response = await fetch(`${larder.url}/api/openapi.json`);
  const document = (await response.json()) as { openapi: string; paths: Record<string, Record<string, unknown>> };
  expect(document.openapi).toBe('3.1.0');
  for (const { method, path } of routes) expect(document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]).toBeDefined();
  expect(await (await fetch(`${larder.url}/api/docs`)).text()).toContain('swagger-ui');
});

it('nothing is no JSON that cannot be read, whatever type a client names for it', async () => {
  for (const [method, path] of [['DELETE', '/api/vend/session/none'], ['POST', '/api/vend/session/none/pay']] as const) {
    const answer = await fetch(`${larder.url}${path}`, { method, headers: { 'content-type': 'application/json' } });
    expect([path, answer.status, ((await answer.json()) as { message: string }).message]).toEqual([path, 404, 'No session found']);
  }
});

describe('A deployment that is read-only', () => {
  it('refuses every change in the specification\'s words and still shows everything', async () => {
    const still = await startLarder({ settings: { READ_ONLY: 'true' } });
    const token = await still.signIn('owner');
    expect((await still.call('GET', '/api/cognito-auth/machines', { token })).status).toBe(200);
    expect(await still.call('POST', '/api/cognito-auth/machines', { token, body: {} })).toMatchObject({ status: 403, body: { error: 'READ_ONLY', message: 'Creating machine is not supported' } });
    for (const [method, path, message] of [
      ['POST', '/api/cognito-auth/account/members/invite', 'Creating member is not supported'],
      ['DELETE', '/api/auth/organization/members/somebody', 'Deleting member is not supported'],
      ['POST', '/api/cognito-auth/account', 'Creating organization is not supported'],
    ] as const) expect(await still.call(method, path, { token, body: {} })).toMatchObject({ status: 403, body: { error: 'READ_ONLY', message } });
    await still.stop();
  });

  it('lets people in and out, but nobody register or change how they sign in', async () => {
    const still = await startLarder({ settings: { READ_ONLY: 'true' } });
    const operate = async (operation: string): Promise<unknown> => (await atCognito(still.url, operation, {})).json();
    for (const operation of ['SignUp', 'ConfirmSignUp', 'ResendConfirmationCode']) expect(await operate(operation)).toEqual({ __type: 'UnsupportedOperationException', message: 'Creating login is not supported' });
    for (const operation of ['ForgotPassword', 'ConfirmForgotPassword', 'ChangePassword']) expect(await operate(operation)).toEqual({ __type: 'UnsupportedOperationException', message: 'Updating password is not supported' });
    for (const operation of ['AssociateSoftwareToken', 'VerifySoftwareToken', 'SetUserMFAPreference']) expect(await operate(operation)).toEqual({ __type: 'UnsupportedOperationException', message: 'Updating second factor is not supported' });
    for (const operation of ['InitiateAuth', 'GlobalSignOut', 'RevokeToken']) expect(await operate(operation)).toMatchObject({ __type: 'InvalidParameterException' });
    await still.stop();
  });
});
