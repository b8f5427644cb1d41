/** One of three NATS servers dies or stands still, each in turn, as in a cluster: people go on reading without noticing, and guests go on buying. Then all of them forget. */
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { natsOperator } from '@larder/kit/bus/nats/nats-operator.testing.js';
import { until } from '@larder/kit/testing.js';
import { guestsAt, type Guests } from './guests.testing.js';
import { count, expected } from './counting.testing.js';
import { addMachine, before, found, PATIENCE_MS, type Front, type Machine } from './people.testing.js';
import { SERVICES, separateProcesses, type Shape } from './shape.testing.js';

const program = findNatsServer();
/** Three servers that choose leaders for thirty streams and consumers want a computer to themselves. */
const isAsked = process.env.SHAPES === 'members';
const title = 'Guests who buy while one of three NATS servers is away';
const missing = [!isAsked && 'SHAPES=members', !program && 'nats-server'].filter(Boolean).join(' and ');
if (missing) process.stderr.write(`${title}: did not run, it needs ${missing}\n`);

const MEMBERS = [0, 1, 2];
/** The servers left over choose a new leader for each stream and consumer; NATS gives that up to 9 s. */
const RECOVERY_MS = 30_000;
const READS = ['/api/settings', '/api/cognito-auth/profile', '/api/cognito-auth/products', '/api/cognito-auth/machines', '/api/hardware/control/VM-1', '/api/admin/sales', '/api/admin/dashboard/alerts'];

(missing ? describe.skip : describe)(missing ? `${title}: needs ${missing}` : title, () => {
  let shape: Shape;
  let front: Front;
  let owner: string;
  let machine: Machine;
  let guests: Guests;

  beforeAll(async () => {
    shape = await separateProcesses({ nats: program as string, servers: MEMBERS.length });
    front = before(shape);
    owner = await found(front, 'owner@members.example', 'Member Stays');
    machine = await addMachine(front, shape, owner, 'VM-1', [{ slot: 'A1', name: 'Cola', price: 2.75, quantity: 900 }, { slot: 'A2', name: 'Chips', price: 3.25, quantity: 900 }]);
    guests = guestsAt(front);
    guests.crowd([machine]);
    await until('a guest is served', () => guests.bought.length > 0, PATIENCE_MS);
  }, 120_000);
  afterAll(async () => {
    await machine?.device.disconnect();
    await shape?.stop();
  }, 60_000);

  const nats = (): NonNullable<Shape['nats']> => shape.nats as NonNullable<Shape['nats']>;
  const served = async (): Promise<void> => {
    const [before, began] = [guests.bought.length, performance.now()];
    // The second was begun after this moment.
    await until('guests are served', () => guests.bought.length > before + 1, RECOVERY_MS);
    process.stderr.write(`  two guests more after ${Math.round(performance.now() - began)} ms\n`);
  };
  const isWhole = async (): Promise<void> => {
    const operator = await until('an operator is answered', () => natsOperator(nats().urlFor('operator')).catch(() => undefined), PATIENCE_MS);
    await until('every server has caught up', () => operator.isWhole().catch(() => false), PATIENCE_MS).finally(() => operator.close());
  };
  /** People read without a pause while something is away; none of them may be refused. */
  async function unnoticed(breaks: () => void | Promise<void>, mends: () => void | Promise<void>): Promise<void> {
    const refused: unknown[] = [];
    let [looks, slowestMs, isOver] = [0, 0, false];
    const looking = Promise.all(READS.map(async (path) => {
      for (; !isOver; looks++) {
        const began = performance.now();
        const { status, body } = await front.call('GET', path, { token: owner });
        slowestMs = Math.max(slowestMs, performance.now() - began);
        if (status !== 200) refused.push({ path, status, error: body.error, message: body.message });
      }
    }));
    try {
      await breaks();
      await served();
      await mends();
      await served();
      await isWhole();
    } finally {
      isOver = true;
      await looking;
    }
    process.stderr.write(`  ${looks} reads, the slowest took ${Math.round(slowestMs)} ms\n`);
    expect(refused).toEqual([]);
    expect(looks).toBeGreaterThan(READS.length);
  }

  it.each(MEMBERS)('server %i is killed and started again: every read is answered, and guests are served soon', (member) => unnoticed(() => nats().kill(member), () => nats().start(member)), 120_000);

  it.each(MEMBERS)('server %i stands still and goes on: whoever was connected to it leaves it, every read is answered, and guests are served soon', (member) => unnoticed(() => nats().freeze(member), () => nats().wake(member)), 120_000);

  it('all of them are killed and have forgotten every fact they carried', async () => {
    await Promise.all(MEMBERS.map((member) => nats().kill(member)));
    nats().wipe();
    await Promise.all(MEMBERS.map((member) => nats().start(member)));
    await served();
    await isWhole();
  }, 120_000);

  it('in the end every purchase a guest was told of is one capture, one sale, and what it took out of the machine', async () => {
    await guests.end();
    const lines = guests.bought.reduce((sum, { slots }) => sum + new Set(slots).size, 0);
    await until('everything is entered', async () => (await front.ask<{ total: number }>('GET', '/api/admin/sales', { token: owner })).total >= lines, PATIENCE_MS);
    const taken = guests.bought.reduce((sum, { slots }) => sum + slots.length, 0);
    const stock = async (): Promise<number> => (await front.ask<{ inventory: { quantity: number }[] }>('GET', '/api/cognito-auth/machines/VM-1', { token: owner })).inventory.reduce((sum, { quantity }) => sum + quantity, 0);
    await until('everything is taken out of the stock', async () => (await stock()) === 1_800 - taken, PATIENCE_MS);
    await Promise.all(SERVICES.map((service) => Promise.all(shape.copies(service).map((copy) => copy.end()))));
    expect(await count(shape.folder)).toEqual(expected(guests.bought));
  }, 90_000);
});
