import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { credential, credentialView } from '../credential.js';
import { journal } from '../journal.js';
import type { DeviceLink } from '../device-link.js';
import { Pricing } from '../prices/pricing.js';
import { board } from './board.js';
import { Intake } from './intake.js';

describe('Of what machines send', () => {
  let kit: Kit;
  let intake: Intake;
  const clock = standingClock();
  beforeEach(async () => {
    kit = new Kit(await openParts('device-adapter', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock }));
    kit.add({ name: 'device-adapter', categories: ['journal', 'credential'], projections: [credentialView] });
    await kit.prepare();
    await kit.handle(credential, 'VM-1', { type: 'IssueCredential', machineId: 'VM-1', salt: 's', hash: 'h' }, { commandId: 'c1', account: 'acme', actor: 'test', correlationId: 'test' });
    await until('the machine is known', () => kit.views.get(credentialView, 'machines', 'VM-1'));
    intake = new Intake(kit, new Pricing(kit));
  });
  afterEach(() => kit.end());

  const tap = (s: number): Buffer => Buffer.from(JSON.stringify({ v: 1, e: '0000cafe', t: 'tap', s, at: 0, tag: 'VM-1-042' }));
  const send = (count: number, machineId = 'VM-1', after = 0) => Promise.all(Array.from({ length: count }, (_, n) => intake.receive(machineId, 'evt', tap(after + n + 1))));
  const counted = async (outcome: string): Promise<number> => (await kit.metrics.deviceMessages.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;

  it('a thousand of one machine wait at most; what is beyond is counted and comes again by itself', async () => {
    await send(1_500);
    expect([await counted('stored'), await counted('flooded')]).toEqual([1_000, 500]);
    await send(1_000);
    expect(await counted('duplicate')).toBe(1_000);
  });

  it('two thousand at once are listened to, telemetry not to the last of them', async () => {
    for (let n = 0; n < 3; n++) await send(1_000);
    expect([await counted('stored'), await counted('duplicate'), await counted('flooded')]).toEqual([1_000, 1_000, 1_000]);
    await intake.receive('VM-1', 'tel', Buffer.from('{}'));
    expect(await counted('flooded_telemetry')).toBe(1);
  });

  it('no more than its share is kept of a machine that never stops; what is beyond is not acknowledged, and is taken in when there is room again', async () => {
    intake.allowance.keeps('VM-1', 99_500);
    await send(500);
    await send(500);
    expect([await counted('stored'), await counted('flooded')]).toEqual([500, 500]);
    await send(500, 'VM-1', 500);
    expect([await counted('stored'), await counted('flooded')]).toEqual([500, 1_000]);
    clock.pass(86_400_000);
    await send(500, 'VM-1', 500);
    expect(await counted('stored')).toBe(1_000);
  });

  it('what its board says of itself is of its share, too', async () => {
    const hello = (n: number) => intake.receive('VM-1', 'tel', Buffer.from(JSON.stringify({ v: 1, t: 'hello', e: '0000cafe', fw: `larder-${n}`, slots: [`A${n}`] })));
    intake.use({ send: () => undefined, isConnected: () => true } as unknown as DeviceLink);
    intake.allowance.keeps('VM-1', 99_997);
    for (let n = 1; n <= 5; n++) await hello(n);
    expect(await kit.history(board, 'VM-1', 'acme')).toHaveLength(4);
    await send(1);
    expect(await counted('flooded')).toBe(1);
    clock.pass(86_400_000);
    await hello(6);
    expect((await kit.look(board, 'VM-1', 'acme')).firmware).toBe('larder-6');
  });

  it('that of a machine nobody knows any more is counted and not stored', async () => {
    await send(3, 'VM-9');
    expect([await counted('unknown_machine'), await kit.history(journal, 'VM-9', 'acme')]).toEqual([3, []]);
  });
});
