/** What breaks under guests who go on buying: services, NATS, its memory, its connections. What a guest was told is so in every log, once. */
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { natsOperator, type NatsOperator } from '@larder/kit/bus/nats/nats-operator.testing.js';
import { until } from '@larder/kit/testing.js';
import { guestsAt, type Guests } from './guests.testing.js';
import { count, expected } from './counting.testing.js';
import { addMachine, before, found, PATIENCE_MS, type Front, type Machine } from './people.testing.js';
import { SERVICES, separateProcesses, type Service, type Shape } from './shape.testing.js';
import { findToxiproxy, startToxiproxy, type Toxiproxy } from './toxiproxy.testing.js';

const [nats, toxiproxy] = [findNatsServer(), findToxiproxy()];
const title = 'Guests who buy while things break';
const missing = [!nats && 'nats-server', !toxiproxy && 'toxiproxy-server'].filter(Boolean).join(' and ');
if (missing) process.stderr.write(`${title}: did not run, it needs ${missing}\n`);
/** All of them take a minute and a half. */
const isLong = process.env.SHAPES === 'all';
const long = isLong ? it : it.skip;
if (!isLong) process.stderr.write(`${title}: a few of the faults only, all of them with SHAPES=all\n`);

const START_MS = 60_000;
/** How long after a fault has ended nobody is served any better. */
const RECOVERY_MS = 10_000;
/** A guest who waits for longer asks again. */
const GUESTS_WAIT_MS = isLong ? PATIENCE_MS : 2_000;
const ORGANIZATIONS = isLong ? 4 : 1;
const SLOTS = [{ slot: 'A1', name: 'Cola', price: 2.75, quantity: 900 }, { slot: 'A2', name: 'Chips', price: 3.25, quantity: 900 }];
const STARTED_AGAIN: readonly Service[] = isLong ? SERVICES : ['vending'];

(missing ? describe.skip : describe)(missing ? `${title}: needs ${missing}` : title, () => {
  let shape: Shape;
  let front: Front;
  let ways: Toxiproxy;
  /** The last one's machine is the free one. */
  const owners: string[] = [];
  const machines: Machine[] = [];
  let free: Machine;
  let guests: Guests;

  beforeAll(async () => {
    ways = await startToxiproxy(toxiproxy as string);
    shape = await separateProcesses({
      nats: nats as string, copies: { gateway: 2 },
      through: async (service, { urlFor, port }) => urlFor(service).replace(`:${port}`, `:${await ways.open(service, port)}`),
    });
    front = before(shape);
    for (let n = 1; n <= ORGANIZATIONS; n++) {
      const token = await found(front, `owner@faults-${n}.example`, `Fault Stays ${n}`);
      owners.push(token);
      for (const its of ['1', '2']) machines.push(await addMachine(front, shape, token, `VM-${n}${its}`, SLOTS));
    }
    owners.push(await found(front, 'owner@else.example', 'Else Stays'));
    free = await addMachine(front, shape, owners.at(-1) as string, 'VM-free', SLOTS);
    // One of the machines is heard badly all the while.
    Object.assign((machines[1] as Machine).device.faults, { copies: 2, reversed: true, dropEvery: 7 });
    guests = guestsAt(before(shape, GUESTS_WAIT_MS));
    guests.crowd(machines);
    await until('everybody is served', () => new Set(guests.bought.map(({ machineId }) => machineId)).size === machines.length, PATIENCE_MS);
  }, START_MS);
  afterAll(async () => {
    await Promise.all([...machines, ...(free ? [free] : [])].map(({ device }) => device.disconnect()));
    await shape?.stop();
    await ways?.close();
  });

  const linesEntered = async (): Promise<number> => (await Promise.all(owners.map((token) => front.ask<{ total: number }>('GET', '/api/admin/sales', { token })))).reduce((sum, { total }) => sum + total, 0);
  const linesBought = (): number => guests.bought.reduce((lines, { slots }) => lines + new Set(slots).size, 0);
  const note = (text: string): void => void process.stderr.write(`  ${text}\n`);
  /** Somebody who comes to a free machine now has bought soon. */
  async function again(what: string, withinMs = RECOVERY_MS): Promise<void> {
    const began = performance.now();
    const buying = guests.buy(free, ['A1']);
    buying.catch(() => undefined); // whoever waits has heard enough by then
    let isServed = false;
    void buying.then(() => (isServed = true));
    await until(`a guest has bought ${what}`, () => isServed, withinMs).catch((error: unknown) => {
      throw new Error(`They waited for ${guests.waitingFor(free)}`, { cause: error });
    });
    note(`${what}: the next guest had bought after ${Math.round(performance.now() - began)} ms`);
  }

  /** What is read of each service. */
  const reads: Record<Service, string> = {
    gateway: '/api/settings', identity: '/api/cognito-auth/profile', catalog: '/api/cognito-auth/products', fleet: '/api/cognito-auth/machines', 'device-adapter': '/api/hardware/control/VM-11',
    vending: '/api/vend/session/', sales: '/api/admin/sales', alerts: '/api/admin/dashboard/alerts',
  };
  const read = async (service: Service): Promise<number | undefined> => {
    const { status, body } = await front.call('GET', service === 'vending' ? `${reads.vending}${guests.bought[0]?.sessionId}` : reads[service], service === 'vending' || service === 'gateway' ? {} : { token: owners[0] });
    return body.success === (status === 200) ? status : undefined;
  };

  it.each(STARTED_AGAIN)('%s is killed and started again: what it does not answer is refused, the rest is answered', async (service) => {
    // Every gateway has seen who asks.
    for (let n = 0; n < 2 * shape.copies('gateway').length; n++) await read('sales');
    if (service === 'gateway') await shape.copies('gateway')[0]?.kill();
    else await shape.kill(service);
    const answers = await Promise.all(SERVICES.map(async (other) => [other, await read(other)] as const));
    note(`${service} away: ${JSON.stringify(Object.fromEntries(answers))}`);
    if (service === 'gateway') await shape.copies('gateway')[0]?.start();
    else await shape.start(service);
    await again(`after ${service} was killed`);
    expect(answers.filter(([, status]) => status !== 200)).toEqual(service === 'gateway' ? [] : [[service, 503]]);
    expect(await Promise.all(SERVICES.map(read))).toEqual(SERVICES.map(() => 200));
  }, 90_000);

  const server = () => shape.nats as NonNullable<Shape['nats']>;
  const asOperator = async <T>(work: (operator: NatsOperator) => Promise<T>): Promise<T> => {
    const operator = await natsOperator(server().urlFor('operator'));
    return work(operator).finally(() => operator.close());
  };
  long('NATS is killed and started again: what is read meanwhile is answered when it is back, and refused when it stays away', async () => {
    await server().kill();
    expect(await Promise.all(SERVICES.map(read))).toEqual(SERVICES.map(() => 503));
    const waiting = Promise.all(SERVICES.map(read));
    await server().start();
    await again('after NATS was killed');
    expect(await waiting).toEqual(SERVICES.map(() => 200));
  }, 90_000);

  it('NATS is killed and has forgotten every fact it carried', async () => {
    await server().kill();
    server().wipe();
    await server().start();
    await again('after NATS had forgotten everything');
  }, 90_000);

  long('a consumer is paused: guests go on buying, and their sales are there soon after it is resumed', async () => {
    await asOperator((operator) => operator.pause('vending', 'sales'));
    const { sessionId } = await guests.buy(free, ['A1']);
    await asOperator((operator) => operator.resume('vending', 'sales'));
    await until('the sale is there', async () => (await front.call<{ sales: { id: string }[] }>('GET', '/api/admin/sales?limit=200', { token: owners.at(-1) })).body.data?.sales.some(({ id }) => id.includes(sessionId)), RECOVERY_MS);
  }, 90_000);

  long('consumers are deleted by hand, and what a third has yet to hear goes from a stream that is kept short: it is published again', async () => {
    await asOperator((operator) => operator.pause('vending', 'sales'));
    await asOperator((operator) => operator.limit('vending', 20));
    for (const [source, consumer] of [['device-adapter', 'vending'], ['vending', 'vending'], ['fleet', 'alerts']] as const) await asOperator((operator) => operator.remove(source, consumer));
    await again('after consumers were deleted');
    const from = guests.bought.length;
    await until('the stream has lost what sales did not hear', () => guests.bought.length > from + 10, PATIENCE_MS);
    const lines = linesBought();
    await asOperator((operator) => operator.resume('vending', 'sales'));
    await until('all of that is entered', async () => (await linesEntered()) >= lines, PATIENCE_MS);
    await asOperator((operator) => operator.limit('vending'));
  }, 90_000);

  long('a stream takes nothing new, as one at its limit: nobody is served, and nothing is lost', async () => {
    const failed = async (): Promise<number> => Number(/^larder_surprises_total\{where="vending publishing"\} (\d+)$/m.exec(await (await fetch(`${shape.copies('vending')[0]?.url}/metrics`)).text())?.[1] ?? 0);
    const before = await failed();
    await asOperator((operator) => operator.limit('vending', 1, true));
    await until('vending tries in vain to publish', async () => (await failed()) > before + 1, PATIENCE_MS);
    await asOperator((operator) => operator.limit('vending'));
    await again('after a stream was full');
  }, 90_000);

  long('a service stands still with its connections open, and goes on', async () => {
    const [sales] = shape.copies('sales');
    sales?.freeze();
    await again('while sales stands still');
    sales?.wake();
    await until('sales answers', async () => (await read('sales')) === 200, RECOVERY_MS);
  }, 90_000);

  it('facts come once more, the last first', async () => {
    for (const source of ['vending', 'device-adapter']) expect(await asOperator((operator) => operator.sendAgainReversed(source, 50))).toBeGreaterThan(1);
    await again('after facts came again');
  }, 90_000);

  long('every connection to NATS is slow', async () => {
    await ways.slow(25, 10);
    await again('while connections are slow', 60_000);
    await ways.mend();
    await again('after connections were slow');
  }, 90_000);

  it('a connection is cut, and another swallows what is sent', async () => {
    await ways.cut('vending');
    if (isLong) await ways.swallow('fleet');
    expect(await read('vending')).toBe(503);
    await ways.mend();
    await again('after a connection was cut');
  }, 90_000);

  it('in the end every purchase a guest was told of is one capture, one sale, and what it took out of the machine', async () => {
    let areDone = false;
    const ending = guests.end().then(() => (areDone = true));
    await until('every guest has bought', () => areDone, PATIENCE_MS).catch((error: unknown) => {
      throw new Error(machines.map((machine) => `at ${machine.machineId} a guest waits for ${guests.waitingFor(machine)}`).join('; '), { cause: error });
    });
    await ending;
    await until('everything is entered', async () => (await linesEntered()) >= linesBought(), PATIENCE_MS);
    note(`${guests.bought.length} purchases; requests that had to be repeated: ${JSON.stringify(Object.fromEntries(guests.failures))}; the longest wait for an answer ${Math.round(guests.longestMs)} ms`);
    expect(guests.longestMs).toBeLessThan(PATIENCE_MS);
    await Promise.all(SERVICES.map((service) => Promise.all(shape.copies(service).map((copy) => copy.end()))));
    expect(await count(shape.folder)).toEqual(expected(guests.bought));
  }, 90_000);
});
