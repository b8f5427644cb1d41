/** What every bus promises, as tests that run on each adapter. */
import { NoAnswer, type Bus } from './bus.js';
import { factsInTrouble, fresh, hearingFacts, until, upTo } from './bus-facts.suite.js';

/** @param open a bus that reports no trouble: the suite makes some on purpose */
export function busSuite(name: string, open: () => Promise<Bus>): void {
  describe(name, () => {
    let bus: Bus;
    let vending: string;
    beforeEach(async () => {
      bus = await open();
      vending = fresh('vending');
    });
    afterEach(() => bus.close());

    describe('asking', () => asking(() => bus));
    describe('facts', () => hearingFacts(() => bus, () => vending));
    describe('facts in trouble', () => factsInTrouble(() => bus, () => vending));
    describe('telling', () => telling(() => bus));
  });
}

function asking(bus: () => Bus): void {
  it('brings the answer back as a JSON value', async () => {
    const subject = fresh('catalog.find');
    await bus().answer(subject, async (asked) => ({ asked, nothing: null, list: [1, 'two', false] }));
    expect(await bus().ask(subject, { name: 'Kāpostu ēdiens 🥗', missing: undefined })).toEqual({ asked: { name: 'Kāpostu ēdiens 🥗' }, nothing: null, list: [1, 'two', false] });
  });

  it('carries what has no value both ways', async () => {
    const subject = fresh('catalog.touch');
    await bus().answer(subject, async (asked) => asked);
    expect(await bus().ask(subject, undefined)).toBeUndefined();
    expect(await bus().ask(subject, null)).toBeNull();
  });

  it('gives the answerer a copy', async () => {
    const subject = fresh('catalog.spoil');
    await bus().answer(subject, async (asked) => {
      (asked as { price: number }).price = 0;
      return asked;
    });
    const offer = { price: 150 };
    expect(await bus().ask(subject, offer)).toEqual({ price: 0 });
    expect(offer).toEqual({ price: 150 });
  });

  it('carries 200 kB', async () => {
    const subject = fresh('sales.export');
    const rows = 'ž'.repeat(100_000);
    await bus().answer(subject, async (asked) => asked);
    expect(await bus().ask(subject, { rows })).toEqual({ rows });
  });

  it('carries the largest file that is imported, and as much back', async () => {
    const subject = fresh('sales.import');
    const csv = Array.from({ length: 400_000 }, (_, n) => `VM-${n % 7},${(n * 7919) % 100_003},Cola ${n},2.50,2026-03-01 12:00:${n % 60}`.padEnd(49)).join('\n');
    await bus().answer(subject, async (asked) => asked);
    expect((await bus().ask(subject, { csv }, 25_000) as { csv: string }).csv === csv).toBe(true);
  }, 30_000);

  it('shares the work among those who answer the same subject', async () => {
    const subject = fresh('catalog.list');
    for (const instance of ['first', 'second']) await bus().answer(subject, async () => instance);
    const answers = await Promise.all(Array.from({ length: 64 }, () => bus().ask(subject, {})));
    expect(new Set(answers)).toEqual(new Set(['first', 'second']));
  });

  it('says so when nobody answers', async () => {
    await expect(bus().ask(fresh('nobody.home'), {})).rejects.toBeInstanceOf(NoAnswer);
  });

  it('says so when the answer does not come in time', async () => {
    const subject = fresh('catalog.stuck');
    let release = (_: string): void => {};
    const late = new Promise<string>((done) => (release = done));
    await bus().answer(subject, () => late);
    await expect(bus().ask(subject, {}, 30)).rejects.toBeInstanceOf(NoAnswer);
    release('late');
  });

  it('takes a handler that throws for no answer', async () => {
    const subject = fresh('catalog.broken');
    await bus().answer(subject, () => Promise.reject(new Error('out of order')));
    await expect(bus().ask(subject, {}, 30)).rejects.toBeInstanceOf(NoAnswer);
  });

  it('asks nobody who has stopped answering', async () => {
    const subject = fresh('catalog.closed');
    const answering = await bus().answer(subject, async () => 'still here');
    await answering.stop();
    await expect(bus().ask(subject, {})).rejects.toBeInstanceOf(NoAnswer);
  });

  it('ends the answer in hand before it closes', async () => {
    const subject = fresh('vending.pay');
    const done: string[] = [];
    let release = (): void => {};
    let taken = (): void => {};
    const inHand = new Promise<void>((hand) => (taken = hand));
    await bus().answer(subject, async () => {
      taken();
      await new Promise<void>((go) => (release = go));
      done.push('paid');
    });
    const asked = bus().ask(subject, {}).catch(() => 'no answer');
    await inHand;
    const closing = bus().close();
    release();
    await closing;
    await asked;
    expect(done).toEqual(['paid']);
  });
}

function telling(bus: () => Bus): void {
  it('tells everybody who listens, and each only what it listens to', async () => {
    const account = fresh('acme');
    const heard: string[] = [];
    for (const pattern of [`view.machines.${account}.m1`, `view.*.${account}.*`, `view.>`, `view.machines.${account}`]) {
      await bus().listen(pattern, (_, subject) => subject.includes(account) && heard.push(pattern.replace(account, 'acme')));
    }
    bus().tell(`view.machines.${account}.m1`, {});
    bus().tell(`view.machines.${account}.m2`, {});
    await until(() => heard.length >= 5);
    expect(heard.sort()).toEqual(['view.*.acme.*', 'view.*.acme.*', 'view.>', 'view.>', 'view.machines.acme.m1']);
  });

  it('carries any text in a part of the subject, and the payload', async () => {
    const account = fresh('Müller & Söhne *');
    const heard: unknown[] = [];
    await bus().listen(`view.sales.${account}.>`, (payload, subject) => heard.push([subject, payload]));
    bus().tell(`view.sales.${account}..50% >`, { totalCents: 100, note: 'paldies 🙏' });
    await until(() => heard.length > 0);
    expect(heard).toEqual([[`view.sales.${account}..50% >`, { totalCents: 100, note: 'paldies 🙏' }]]);
  });

  it('is heard in the order it was told, and not at all after stopping', async () => {
    const subject = fresh('view');
    const heard: unknown[] = [];
    const first: unknown[] = [];
    const listening = await bus().listen(subject, (payload) => first.push(payload));
    await bus().listen(subject, (payload) => heard.push(payload));
    for (const n of upTo(20)) bus().tell(subject, n);
    await until(() => heard.length === 20 && first.length === 20);
    await listening.stop();
    bus().tell(subject, 21);
    await until(() => heard.length === 21);
    expect(heard).toEqual(upTo(21));
    expect(first).toEqual(upTo(20));
  });

  it('lets a listener that throws harm nobody else', async () => {
    const subject = fresh('view');
    const heard: unknown[] = [];
    await bus().listen(subject, () => {
      throw new Error('a screen that broke');
    });
    await bus().listen(subject, (payload) => heard.push(payload));
    bus().tell(subject, 1);
    bus().tell(subject, 2);
    await until(() => heard.length === 2);
    expect(heard).toEqual([1, 2]);
  });

  it('minds nobody listening', () => {
    expect(() => bus().tell(fresh('view'), {})).not.toThrow();
  });
}
