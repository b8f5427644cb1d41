import { MOST_CLAIMED, type DevicePriceFact } from '@larder/contracts/device.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { ListedPrice } from '@larder/contracts/device/device-prices.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import { listOf, prices, pricesView, shown, unpriced, type PricesCommand, type PricesRow, type PricesState } from './prices.js';

const machineId = 'VM-1';
const cola: ListedPrice = { slot: 'A1', productId: 'cola', priceCents: 250 };
const chips: ListedPrice = { slot: 'A2', productId: 'chips', priceCents: 175 };
const draft = (...all: ListedPrice[]): PricesCommand => ({ type: 'DraftPrices', machineId, currency: 'USD', prices: all });
const drafted = (revision: number, ...all: ListedPrice[]): DevicePriceFact => ({ type: 'DevicePricesDrafted', data: { machineId, revision, currency: 'USD', prices: all } });
const sent = (revision: number): DevicePriceFact => ({ type: 'DevicePricesSent', data: { machineId, revision } });
const confirmed = (revision: number): DevicePriceFact => ({ type: 'DevicePricesConfirmed', data: { machineId, revision } });

function overtaken(state: PricesState): DevicePriceFact[] {
  const facts = prices.decide({ type: 'Overtake', machineId, revision: state.revision + 1 }, state);
  return isRefusal(facts) ? [] : facts;
}

describe('The price list of a machine', () => {
  it('gets a number with each change, and none where nothing changes', () => {
    given(prices).when(draft(cola)).then(drafted(1, cola));
    given(prices, drafted(1, cola)).when(draft(cola)).thenNothing();
    given(prices, drafted(1, cola)).when(draft(cola, chips)).then(drafted(2, cola, chips));
    given(prices, drafted(1, cola)).when(draft({ ...cola, priceCents: 300 })).then(drafted(2, { ...cola, priceCents: 300 }));
    given(prices, drafted(1, cola)).when(draft({ ...cola, productId: 'water' })).then(drafted(2, { ...cola, productId: 'water' }));
    given(prices, drafted(1, cola)).when(draft()).then(drafted(2));
    given(prices, drafted(1, cola)).when({ type: 'DraftPrices', machineId, currency: 'EUR', prices: [cola] }).then({ type: 'DevicePricesDrafted', data: { machineId, revision: 2, currency: 'EUR', prices: [cola] } });
  });

  it('is not drafted for a machine in which nothing was ever for sale', () => given(prices).when(draft()).thenNothing());

  it('overtakes a revision that was never given, with what it is', () => {
    given(prices, drafted(1, cola)).when({ type: 'Overtake', machineId, revision: 7 }).then(drafted(8, cola));
    given(prices, drafted(1, cola)).when({ type: 'Overtake', machineId, revision: 1 }).thenNothing();
    given(prices, drafted(1, cola)).when({ type: 'Overtake', machineId, revision: 0x80000000 }).thenNothing();
  });

  it('overtakes a board that always claims the next one a few dozen times: each list is kept for good', () => {
    let [state, times] = [prices.evolve(prices.initial, drafted(1, cola)), 0];
    for (let facts = overtaken(state); facts.length > 0 && times < 1_000; facts = overtaken(state), times++) state = facts.reduce(prices.evolve, state);
    expect([times < 40, state.revision >= MOST_CLAIMED, state.prices]).toEqual([true, true, [cola]]);
  });

  it('is noted as sent once, and only the list of now', () => {
    given(prices, drafted(1, cola)).when({ type: 'NoteSent', machineId, revision: 1 }).then(sent(1));
    given(prices, drafted(1, cola), sent(1)).when({ type: 'NoteSent', machineId, revision: 1 }).thenNothing();
    given(prices, drafted(1, cola), drafted(2)).when({ type: 'NoteSent', machineId, revision: 1 }).thenNothing();
  });

  it('is confirmed once by its number, and not by a number that was never given', () => {
    given(prices, drafted(1, cola)).when({ type: 'NoteConfirmed', machineId, revision: 1 }).then(confirmed(1));
    given(prices, drafted(1, cola), confirmed(1)).when({ type: 'NoteConfirmed', machineId, revision: 1 }).thenNothing();
    for (const revision of [0, 2]) given(prices, drafted(1, cola)).when({ type: 'NoteConfirmed', machineId, revision }).thenNothing();
  });

  it('is drafted, sent, confirmed, each since when it is so', () => {
    const row = (...facts: DevicePriceFact[]): PricesRow => viewOf(pricesView, machineId, stored(facts)) ?? unpriced(machineId);
    expect(shown(row())).toMatchObject({ state: 'none', since: null, prices: [] });
    const first = row(drafted(1, cola));
    expect(shown(first)).toMatchObject({ state: 'drafted', since: first.draftedAt, revision: 1, prices: [{ slot: 'A1', price: 2.5 }], confirmed: null });
    const second = row(drafted(1, cola), sent(1));
    expect(shown(second)).toMatchObject({ state: 'sent', since: second.sentAt });
    const third = row(drafted(1, cola), sent(1), confirmed(1));
    expect(shown(third)).toMatchObject({ state: 'confirmed', since: third.confirmedAt, confirmed: 1 });
    expect(shown(row(drafted(1, cola), sent(1), confirmed(1), drafted(2, chips)))).toMatchObject({ state: 'drafted', confirmed: 1, revision: 2 });
  });

  it('is told as slots and prices, the first that a machine can have, and not at all while there is none', () => {
    expect(listOf({ revision: 3, currency: 'USD', prices: [cola, chips] })).toEqual({ v: 1, t: 'list', rev: 3, cur: 'USD', p: { A1: 250, A2: 175 } });
    const many = Array.from({ length: 40 }, (_, n) => ({ ...cola, slot: `S${n}` }));
    expect(Object.keys((listOf({ revision: 1, currency: 'USD', prices: many }) as { p: object }).p)).toHaveLength(32);
    expect(listOf(unpriced(machineId))).toBeUndefined();
  });
});
