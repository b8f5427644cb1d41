/** What only the bus in one process has to mind: it holds nothing, so it must neither run ahead nor let anybody come late. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Bus } from './bus.js';
import { at, facts, fresh, numberOf, until, upTo } from './bus-facts.suite.js';
import { openInProcessBus } from './in-process-bus.js';

describe('The bus in one process', () => {
  let bus: Bus;
  beforeEach(() => {
    bus = openInProcessBus({ onTrouble: () => {} });
  });
  afterEach(() => bus.close());

  it('makes the publisher wait while a consumer lags behind', async () => {
    let release = (): void => {};
    const held = new Promise<void>((go) => (release = go));
    let heard = 0;
    await bus.consume('sales', 'vending', '', (its) => held.then(() => void (heard += its.length)));
    let published = false;
    const publishing = bus.publish('vending', facts(1, 3_000)).then(() => (published = true));
    await bus.publish('catalog', facts(1, 3_000));
    expect(published).toBe(false);
    release();
    await publishing;
    await until(() => heard === 3_000);
  });

  it('lets the publisher go on when the consumer that lags behind stops', async () => {
    let release = (): void => {};
    const held = new Promise<void>((go) => (release = go));
    const hearing = await bus.consume('sales', 'vending', '', () => held);
    const publishing = bus.publish('vending', facts(1, 3_000));
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    const stopping = hearing.stop();
    await publishing;
    release();
    await stopping;
  });

  it('keeps the order of what is published while an earlier one waits', async () => {
    let release = (): void => {};
    const held = new Promise<void>((go) => (release = go));
    const heard: number[] = [];
    await bus.consume('sales', 'vending', '', (its) => held.then(() => void heard.push(...its.map(numberOf))));
    const publishing = [bus.publish('vending', facts(1, 2_000)), bus.publish('vending', facts(2_001, 2_005))];
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    release();
    await Promise.all(publishing);
    await until(() => heard.at(-1) === 2_005);
    expect(heard).toEqual(upTo(2_005));
  });

  it('hands about a thousand facts ahead to who keeps the order, and no more', async () => {
    let release = (): void => {};
    const held = new Promise<void>((go) => (release = go));
    let heard = 0;
    await bus.consume('sales', 'vending', '', (its) => ((heard += its.length), held), { overlaps: true });
    const publishing = bus.publish('vending', facts(1, 3_000));
    await until(() => heard >= 1_000);
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    expect(heard).toBeLessThan(1_300);
    release();
    await publishing;
    await until(() => heard === 3_000);
  });

  it('hands over nothing that has come since a call failed before it has been made again', async () => {
    const heard: number[] = [];
    await bus.consume('sales', 'vending', '', async (its) => {
      heard.push(...its.map(numberOf));
      if (heard.length === 1) throw new Error('Not now');
    }, { overlaps: true });
    await bus.publish('vending', facts(1, 1));
    await until(() => heard.length === 1);
    await bus.publish('vending', facts(2, 3));
    await until(() => heard.includes(3));
    expect(heard).toEqual([1, 1, 2, 3]);
  });

  it('leaves out what does not concern a consumer, but for one of many, by which it knows its place', async () => {
    const heard: number[] = [];
    const concerns = ({ position }: AnyFact): boolean => position === at(700);
    await bus.consume('sales', 'vending', '', async (its) => void heard.push(...its.map(numberOf)), { concerns });
    await bus.publish('vending', facts(1, 1_000));
    await until(() => heard.length === 4);
    expect(heard).toEqual([256, 512, 700, 956]);
  });

  it('refuses a consumer that would miss facts which have passed', async () => {
    await bus.publish('vending', facts(1, 3));
    await expect(bus.consume('sales', 'vending', at(2), async () => {})).rejects.toThrow('consume before publishing');
    await expect(bus.consume('sales', 'vending', at(3), async () => {})).resolves.toBeDefined();
  });

  it('is published from where the slowest consumer is', async () => {
    expect(await bus.published('vending', '')).toBe('');
    await bus.consume('sales', 'vending', at(3), async () => {});
    expect(await bus.published('vending', '')).toBe(at(3));
    await bus.consume('alerts', 'vending', at(2), async () => {});
    expect(await bus.published('vending', '')).toBe(at(2));
    await bus.publish('vending', facts(3, 5));
    expect(await bus.published('vending', '')).toBe(at(5));
  });

  it('is closed when what was asked is answered, and not before', async () => {
    let release = (): void => {};
    const held = new Promise<void>((go) => (release = go));
    const order: string[] = [];
    await bus.answer('catalog.list', () => held);
    const asked = bus.ask('catalog.list', {}).then(() => order.push('answered'));
    const closing = bus.close().then(() => order.push('closed'));
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    release();
    await Promise.all([asked, closing]);
    expect(order).toEqual(['answered', 'closed']);
  });

  it('tells what lies below a subject, and nothing to whoever has stopped listening meanwhile', async () => {
    const heard: unknown[] = [];
    const listening = await bus.listen('view.>', (payload) => heard.push(payload));
    bus.tell('view', 'nothing below it');
    bus.tell('view.sales', 'before');
    await new Promise(setImmediate);
    bus.tell('view.sales', 'after');
    await listening.stop();
    await new Promise(setImmediate);
    expect(heard).toEqual(['before']);
  });

  it('lets nobody change what somebody else has asked or answered', async () => {
    const [subject, question, answer] = [fresh('catalog.list'), { page: 1 }, { products: ['Cola'] }];
    await bus.answer(subject, async (asked) => {
      (asked as typeof question).page = 2;
      return answer;
    });
    const answered = (await bus.ask(subject, question)) as typeof answer;
    answered.products.push('Water');
    expect([question, answer]).toEqual([{ page: 1 }, { products: ['Cola'] }]);
  });

  it('asks a busy answerer no more often than the others', async () => {
    const subject = fresh('catalog.list');
    for (const instance of ['first', 'second', 'third']) await bus.answer(subject, async () => instance);
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await bus.ask(subject, {}));
    expect(answers).toEqual(['first', 'second', 'third', 'first', 'second', 'third']);
  });
});
