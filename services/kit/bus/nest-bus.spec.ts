/** Controllers on the bus: who may ask, what is asked, what comes back. */
import 'reflect-metadata';
import { Controller, Injectable, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { z } from 'zod';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import { command, onPlan, query, type In } from '@larder/contracts/request.js';
import type { Caller } from '@larder/contracts/roles.js';
import { askVia, Broken, type Ask, type Asked } from './ask.js';
import type { Bus } from './bus.js';
import { openInProcessBus } from './in-process-bus.js';
import { Answers, BusAnswers } from './nest-bus.js';

const product = z.object({ name: z.string().min(1, 'is needed'), priceCents: z.number().int().default(0) });
const listProducts = query('shop.list', 'products.read', 'The products', z.object({ search: z.string().optional() }), z.array(z.string()));
const addProduct = command('shop.add', 'products.create', 'Adds a product', product, z.object({ by: z.string(), commandId: z.string(), priceCents: z.number() }));
const addUp = onPlan('advanced_analytics', query('shop.sums', 'products.read', 'What was sold', z.object({}), z.number()));
const openDay = query('shop.hours', 'anyone', 'Whether the shop is open', z.object({}), z.boolean().optional());
const tellDoor = command('shop.door', 'device', 'The door moved', z.object({}), z.null());
const sweep = command('shop.sweep', 'services', 'Cleans up', z.object({}), z.null());
const nobody = query('shop.nobody', 'anyone', 'Nobody answers this', z.object({}), z.null());

@Injectable()
class Shelf {
  readonly names = ['Cola', 'Chips'];
}

@Controller()
class ShopController {
  constructor(private readonly shelf: Shelf) {}

  @Answers(listProducts)
  async list({ search }: In<typeof listProducts>): Promise<string[] | Refusal> {
    if (search === 'trouble') throw new Error('the shelf fell down');
    if (search === 'full') throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    if (search === 'later') return refuse('CONFLICT', 'Somebody else is looking', { search });
    return this.shelf.names.filter((name) => name.includes(search ?? ''));
  }

  @Answers(addProduct)
  async add({ name, priceCents }: In<typeof addProduct>, { caller, commandId }: Asked) {
    this.shelf.names.push(name);
    return { by: caller.kind === 'user' ? caller.id : caller.kind, commandId, priceCents };
  }

  @Answers(addUp)
  async sums(): Promise<number> {
    return this.shelf.names.length;
  }

  @Answers(openDay)
  async open(): Promise<undefined> {
    return undefined;
  }

  @Answers(tellDoor)
  async door() {
    return null;
  }

  @Answers(sweep)
  async sweep(): Promise<null> {
    await Promise.reject(new Error('no broom'));
    return null;
  }
}

@Module({ controllers: [ShopController], providers: [Shelf] })
class ShopModule {}

const user = (role: 'viewer' | 'operator', plan: 'starter' | 'professional' = 'starter'): Caller => ({ kind: 'user', id: 'u1', account: 'acme', role, plan });
const by = (caller: Caller): Asked => ({ caller, commandId: 'c1', correlationId: 'tap1' });
const guest = by({ kind: 'guest' });

describe('Controllers on the bus', () => {
  let bus: Bus;
  let app: INestApplicationContext;
  let answers: BusAnswers;
  let ask: Ask;
  let surprises: { where: string; error: unknown; request?: string }[];

  beforeAll(async () => {
    bus = openInProcessBus({ onTrouble: () => {} });
    app = await NestFactory.createApplicationContext(ShopModule, { logger: false });
    answers = new BusAnswers(bus, (where, error, asked) => `surprise-${surprises.push({ where, error, request: asked?.correlationId })}`);
    await answers.begin(app);
    ask = askVia(bus);
  });
  beforeEach(() => {
    surprises = [];
  });
  afterAll(async () => {
    await answers.stop();
    await app.close();
    await expect(ask(openDay, {}, guest)).resolves.toMatchObject({ refused: 'UNAVAILABLE' });
    await bus.close();
  });

  it('answers those who hold the permission', async () => {
    expect(await ask(listProducts, { search: 'C' }, by(user('viewer')))).toEqual(['Cola', 'Chips']);
  });

  it('gives the controller the checked input with its defaults, the caller and the command', async () => {
    expect(await ask(addProduct, { name: 'Water' }, by(user('operator')))).toEqual({ by: 'u1', commandId: 'c1', priceCents: 0 });
    expect(await ask(listProducts, { search: 'Water' }, by(user('viewer')))).toEqual(['Water']);
  });

  it('answers nothing where nothing is the answer', async () => {
    expect(await ask(openDay, {}, guest)).toBeUndefined();
    expect(await ask(tellDoor, {}, by({ kind: 'device', machineId: 'm1' }))).toBeNull();
  });

  it('refuses a member without the permission', async () => {
    expect(await ask(addProduct, { name: 'Water' }, by(user('viewer')))).toEqual({ refused: 'FORBIDDEN', message: 'You are not allowed to do this.' });
  });

  it('refuses a member whose plan does not include it', async () => {
    expect(await ask(addUp, {}, by(user('viewer')))).toEqual({ refused: 'PLAN_LIMIT', message: 'Your plan does not include this. Please upgrade to use it.', data: { feature: 'advanced_analytics' } });
    expect(await ask(addUp, {}, by(user('viewer', 'professional')))).toBeGreaterThan(0);
  });

  it('tells a guest to sign in where that would help', async () => {
    expect(await ask(listProducts, {}, guest)).toEqual({ refused: 'SIGN_IN_REQUIRED', message: 'Please sign in first.' });
    expect(await ask(tellDoor, {}, guest)).toMatchObject({ refused: 'FORBIDDEN' });
    expect(await ask(sweep, {}, guest)).toMatchObject({ refused: 'FORBIDDEN' });
  });

  it('says what is wrong with the input, and where', async () => {
    const refusal = await ask(addProduct, { name: '', priceCents: 0.5 }, by(user('operator')));
    expect(refusal).toMatchObject({ refused: 'BAD_INPUT', data: [{ path: ['name'] }, { path: ['priceCents'] }] });
    expect((refusal as Refusal).message).toMatch(/^Validation failed: name: is needed, priceCents: /);
  });

  it('asks for the permission before it looks at the input', async () => {
    expect(await ask(addProduct, { name: '' }, guest)).toMatchObject({ refused: 'SIGN_IN_REQUIRED' });
  });

  it('brings a refusal of the controller with its data', async () => {
    expect(await ask(listProducts, { search: 'later' }, by(user('viewer')))).toEqual({ refused: 'CONFLICT', message: 'Somebody else is looking', data: { search: 'later' } });
  });

  it('says that what passes by itself can be tried again, and reports it all the same', async () => {
    expect(await ask(listProducts, { search: 'full' }, by(user('viewer')))).toEqual({ refused: 'UNAVAILABLE', message: expect.stringMatching(/^This cannot be done right now\. Please try again in a moment, and quote surprise-\d+ if it goes on\.$/) });
    expect(surprises).toEqual([{ where: 'shop.list', error: expect.objectContaining({ code: 'SQLITE_FULL' }), request: 'tap1' }]);
  });

  it('reports what a controller throws, and tells the asker the id alone', async () => {
    const asking = ask(listProducts, { search: 'trouble' }, by(user('viewer')));
    await expect(asking).rejects.toThrow(new Broken('shop.list', 'surprise-1'));
    await expect(ask(sweep, {}, by({ kind: 'service', name: 'alerts' }))).rejects.toBeInstanceOf(Broken);
    expect(surprises).toEqual([{ where: 'shop.list', error: new Error('the shelf fell down'), request: 'tap1' }, { where: 'shop.sweep', error: new Error('no broom'), request: 'tap1' }]);
  });

  it('takes a request without a caller for a mistake of ours', async () => {
    expect(await bus.ask('shop.hours', { input: {} })).toEqual({ broken: 'surprise-1' });
    expect(surprises[0]?.request).toBeUndefined();
  });

  it('refuses in time when nobody answers', async () => {
    expect(await ask(nobody, {}, guest)).toMatchObject({ refused: 'UNAVAILABLE' });
  });
});
