/** Simulated days, a few of them; `npm run simulate` runs as many as one likes. */
import { simulateDay } from './day.js';
import { defects } from './defects.js';

const DAYS = Number(process.env.SIMULATED_DAYS ?? 4);
/** A defect shows on some days only. */
const DAYS_TO_SHOW = 20;

jest.setTimeout(600_000);

it(`on ${DAYS} rough days nothing is lost, doubled, miscounted or shown to others`, async () => {
  const total = { facts: 0, sales: 0, crashes: 0 };
  for (let seed = 1; seed <= DAYS; seed++) {
    const { wrong, facts, sales, crashes } = await simulateDay(String(seed));
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    total.facts += facts;
    total.sales += sales;
    total.crashes += crashes;
  }
  process.stderr.write(`simulated days: ${JSON.stringify({ days: DAYS, ...total })}\n`);
  expect(Math.min(total.sales, total.crashes)).toBeGreaterThan(0);
});

it('a day replays exactly', async () => {
  const [first, again, other] = [await simulateDay('3'), await simulateDay('3'), await simulateDay('4')];
  expect(again).toEqual(first);
  expect(other.fingerprint).not.toBe(first.fingerprint);
});

it.each(Object.keys(defects))('it would be seen if %s', async (name) => {
  const seen: string[] = [];
  for (let seed = 1; seed <= DAYS_TO_SHOW && seen.length === 0; seed++) seen.push(...(await simulateDay(String(seed), defects[name])).wrong);
  expect(seen).not.toEqual([]);
});
