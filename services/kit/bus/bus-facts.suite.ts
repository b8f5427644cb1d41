/** What every bus promises about facts: all of them, in order, one call at a time, until they are handled. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Bus, Hearer } from './bus.js';
import { stored } from '../testing.js';

/** Waits until a condition holds, for ten seconds at most. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 1_000; looks++) {
    if (await holds()) return;
    await pause(10);
  }
  throw new Error(`Waited in vain for: ${holds.toString()}`);
}

/** The facts number `first` to `last` of a log. */
export const facts = (first: number, last: number): AnyFact[] =>
  stored(Array.from({ length: last }, (_, n) => ({ type: 'ItemTaken', data: { n: n + 1 } }))).slice(first - 1);

export const at = (n: number): string => facts(n, n)[0]?.position as string;
export const numberOf = (fact: AnyFact): number => (fact.data as { n: number }).n;
export const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n);

/** Hears facts one by one. */
export const each = (handle: (fact: AnyFact) => void | Promise<void>): Hearer => async (facts) => {
  for (const fact of facts) await handle(fact);
};

/** A service's name nobody else uses, so a server may be shared. */
export const fresh = (name: string): string => `${name}-${randomUUID().slice(0, 8)}`;

export function hearingFacts(bus: () => Bus, vending: () => string): void {
  it('hears every fact once and in the order of the log', async () => {
    const heard: AnyFact[] = [];
    await bus().consume('sales', vending(), '', each((fact) => void heard.push(fact)));
    await bus().publish(vending(), facts(1, 40));
    await bus().publish(vending(), facts(41, 100));
    await until(() => heard.length >= 100);
    expect(heard).toEqual(facts(1, 100));
  });

  it('lets no consumer change what another one hears', async () => {
    const heard: Record<string, number[]> = { sales: [], alerts: [] };
    for (const [consumer, numbers] of Object.entries(heard)) {
      await bus().consume(consumer, vending(), '', each((fact) => {
        numbers.push(numberOf(fact));
        Reflect.set(fact.data as object, 'n', 0);
        Reflect.set(fact, 'data', 'spoilt');
      }));
    }
    await bus().publish(vending(), facts(1, 5));
    await until(() => Object.values(heard).every((numbers) => numbers.length === 5));
    expect(heard).toEqual({ sales: upTo(5), alerts: upTo(5) });
  });

  it('keeps the facts of different services apart', async () => {
    const heard: number[] = [];
    await bus().consume('sales', vending(), '', each((fact) => void heard.push(numberOf(fact))));
    await bus().publish(fresh('catalog'), facts(1, 3));
    await bus().publish(vending(), facts(4, 4));
    await until(() => heard.length > 0);
    expect(heard).toEqual([4]);
  });

  it('drops facts that are published again', async () => {
    const heard: number[] = [];
    await bus().consume('sales', vending(), '', each((fact) => void heard.push(numberOf(fact))));
    await bus().publish(vending(), facts(1, 3));
    await bus().publish(vending(), facts(1, 5));
    await bus().publish(vending(), facts(5, 6));
    await until(() => heard.includes(6));
    expect(heard).toEqual(upTo(6));
  });

  it('skips what the consumer knows already', async () => {
    const heard: number[] = [];
    await bus().consume('sales', vending(), at(2), each((fact) => void heard.push(numberOf(fact))));
    await bus().publish(vending(), facts(1, 4));
    await until(() => heard.includes(4));
    expect(heard).toEqual([3, 4]);
  });

  it('goes on where a stopped consumer left off', async () => {
    const heard: number[] = [];
    const first = await bus().consume('sales', vending(), '', each((fact) => void heard.push(numberOf(fact))));
    await bus().publish(vending(), facts(1, 3));
    await until(() => heard.includes(3));
    await first.stop();
    await bus().consume('sales', vending(), at(3), each((fact) => void heard.push(numberOf(fact))));
    await bus().publish(vending(), facts(4, 6));
    await until(() => heard.includes(6));
    expect(heard).toEqual(upTo(6));
  });

  it('shares one consumer between two instances without breaking the order', async () => {
    const heard: number[] = [];
    let inHand = 0;
    let most = 0;
    for (let instances = 0; instances < 2; instances++) {
      await bus().consume('sales', vending(), '', async (its) => {
        most = Math.max(most, ++inHand);
        await pause(1);
        heard.push(...its.map(numberOf));
        inHand -= 1;
      });
    }
    for (const n of upTo(60)) await bus().publish(vending(), facts(n, n));
    await until(() => heard.length >= 60);
    expect(heard).toEqual(upTo(60));
    expect(most).toBe(1);
  });

  it('carries facts of 200 kB and in any language', async () => {
    const heard: AnyFact[] = [];
    const [plain] = facts(1, 1) as [AnyFact];
    const large = { ...plain, type: 'Žurnāls pievienots', data: { text: '冷'.repeat(70_000) } };
    await bus().consume('продажи', vending(), '', each((fact) => void heard.push(fact)));
    await bus().publish(vending(), [large]);
    await until(() => heard.length > 0);
    expect(heard).toEqual([large]);
  });

  it('takes more facts at once than it lets wait', async () => {
    const heard: number[] = [];
    await bus().consume('sales', vending(), '', each((fact) => void heard.push(numberOf(fact))));
    await bus().publish(vending(), facts(1, 2_500));
    await until(() => heard.length >= 2_500);
    expect(heard).toEqual(upTo(2_500));
  });

  it('hands over what comes while an earlier call is under way to who keeps the order', async () => {
    const heard: number[] = [];
    let release = (): void => {};
    const held = new Promise<void>((go) => (release = go));
    let calls = 0;
    await bus().consume('vending', vending(), '', async (its) => {
      calls += 1;
      if (calls === 1) await held;
      heard.push(...its.map(numberOf));
    }, { overlaps: true });
    await bus().publish(vending(), facts(1, 1));
    await until(() => calls === 1);
    await bus().publish(vending(), facts(2, 3));
    await bus().publish(vending(), facts(4, 4));
    await until(() => heard.length === 3);
    release();
    await until(() => heard.length === 4);
    expect(heard).toEqual([2, 3, 4, 1]);
  });
}

export function factsInTrouble(bus: () => Bus, vending: () => string): void {
  it('repeats a fact whose handling failed, and nothing overtakes it', async () => {
    const tried: number[] = [];
    await bus().consume('sales', vending(), '', each((fact) => {
      tried.push(numberOf(fact));
      if (numberOf(fact) === 1 && tried.length < 5) throw new Error('not now');
    }));
    await bus().publish(vending(), facts(1, 4));
    await until(() => tried.includes(4));
    expect(tried).toEqual([1, 1, 1, 1, 1, 2, 3, 4]);
  });

  it('brings facts that were handled together together again when they failed, and nothing overtakes them', async () => {
    const calls: number[][] = [];
    await bus().consume('sales', vending(), '', async (its) => {
      calls.push(its.map(numberOf));
      if (calls.length % 3 === 1) throw new Error('not now');
    });
    await bus().publish(vending(), facts(1, 5));
    await until(() => calls.length >= 2);
    await bus().publish(vending(), facts(6, 9));
    await until(() => calls.at(-1)?.at(-1) === 9 && calls.length % 3 !== 1);
    const failed = calls.filter((_, n) => n % 3 === 0);
    const repeated = calls.filter((_, n) => n % 3 === 1);
    expect(repeated.map((call, n) => call.slice(0, failed[n]?.length))).toEqual(failed);
    expect(calls.filter((_, n) => n % 3 !== 0).flat()).toEqual(upTo(9));
  });

  it('hands everything over again from the first call on that failed, once all have ended', async () => {
    const calls: number[][] = [];
    let fail = (): void => {};
    let release = (): void => {};
    const failing = new Promise<void>((_, no) => (fail = () => no(new Error('not now'))));
    const held = new Promise<void>((go) => (release = go));
    await bus().consume('vending', vending(), '', async (its) => {
      calls.push(its.map(numberOf));
      if (calls.length === 2) await failing;
      if (calls.length === 3) await held;
    }, { overlaps: true });
    for (const n of [1, 2, 3]) {
      await bus().publish(vending(), facts(n, n));
      await until(() => calls.length === n);
    }
    fail();
    await bus().publish(vending(), facts(4, 4));
    expect(calls.slice(1).flat().filter((n) => n < 4)).toEqual([2, 3]);
    release();
    await until(() => calls.length > 3 && calls.flat().slice(3).includes(2) && calls.at(-1)?.at(-1) === 4);
    expect(calls.flat().slice(-3)).toEqual([2, 3, 4]);
  });

  it('tells who is at work that it is to stop, and another instance goes on with it', async () => {
    const heard: number[] = [];
    let began = (): void => {};
    const begun = new Promise<void>((at) => (began = at));
    const first = await bus().consume('vending', vending(), '', async (_, stopping) => {
      began();
      await new Promise((ended) => stopping.addEventListener('abort', ended));
      throw new Error('not done');
    }, { overlaps: true });
    await bus().publish(vending(), facts(1, 2));
    await begun;
    await bus().consume('vending', vending(), '', each((fact) => void heard.push(numberOf(fact))), { overlaps: true });
    await first.stop();
    await until(() => heard.includes(2));
    expect(heard).toEqual([1, 2]);
  });

  it('leaves the fact in hand to the other instance when one stops while it fails', async () => {
    const heard: number[] = [];
    let failing = (): void => {};
    const failed = new Promise<void>((done) => (failing = done));
    const first = await bus().consume('sales', vending(), '', async () => {
      failing();
      throw new Error('broken instance');
    });
    await bus().publish(vending(), facts(1, 3));
    await failed;
    await bus().consume('sales', vending(), '', each((fact) => void heard.push(numberOf(fact))));
    await first.stop();
    await until(() => heard.includes(3));
    expect(heard).toEqual(upTo(3));
  });

  it('ends the fact in hand before it stops', async () => {
    const done: number[] = [];
    let release = (): void => {};
    let taken = (): void => {};
    const inHand = new Promise<void>((hand) => (taken = hand));
    await bus().consume('sales', vending(), '', each(async (fact) => {
      taken();
      await new Promise<void>((go) => (release = go));
      done.push(numberOf(fact));
    }));
    await bus().publish(vending(), facts(1, 1));
    await inHand;
    const closing = bus().close().then(() => done.push(0));
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    release();
    await closing;
    expect(done).toEqual([1, 0]);
  });
}
