/** What happened behind a sale: one timeline from the tap to the refund, complete and in order, for its organization only. */
import type { BlackBox, Purchase } from '@larder/contracts/vending/black-box.js';
import type { SaleView } from '@larder/contracts/sales.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { standingClock, until, type StandingClock } from '@larder/kit/testing.js';
import { exportOf } from '@larder/sales/testing.js';
import { fetchFile, pdfText } from '../files.testing.js';
import { startLarder, TIME_ZONE, type AddedMachine, type TestLarder } from '../testing.js';

const START = Date.parse('2026-03-01T17:00:00.000Z');
/** The machine is out of reach for so long while the guest is at it, which is too short to be noticed. */
const AWAY_MS = 42_000;
let larder: TestLarder;
let clock: StandingClock;
let machine: AddedMachine;
let operator: string;
let sale: SaleView;
let sessionId: string;

const boxOf = (id: string, token = operator) => larder.call<BlackBox>('GET', `/api/admin/sales/${id}/timeline`, { token });
const salesNow = async (): Promise<SaleView[]> => (await larder.ask<{ sales: SaleView[] }>('GET', '/api/admin/sales', { token: operator })).sales;

beforeAll(async () => {
  clock = standingClock(new Date(START).toISOString());
  larder = await startLarder({ clock });
  operator = await larder.signIn('operator');
  machine = await larder.addMachine({ slots: [{ slot: 'A1', name: 'Cola', price: 2.75 }, { slot: 'A2', name: 'Chips', price: 3.25 }] });
  const { device, machineId } = machine;
  device.tap(`${machineId}-042`);
  await until('the tap is acknowledged', () => device.waiting === 0);
  ({ sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-042` } }));
  await until('the door was unlocked', () => machine.heard.some((order) => order.do === 'unlock'));
  await until('that is acknowledged', () => device.waiting === 0);
  await device.disconnect();
  device.openDoor(sessionId);
  device.take('A1', 2, sessionId);
  device.take('A2', 1, sessionId);
  device.giveBack('A2', 1, sessionId);
  device.closeDoor(sessionId);
  clock.pass(AWAY_MS);
  await device.connect();
  const due = await until('payment is due', async () => {
    const view = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
    return view.checkoutUrl && view;
  });
  await larder.ask('POST', `/api/vend/session/${sessionId}/pay`, { body: {} });
  clock.pass(1000);
  await larder.ask('POST', `/api/vend${due.checkoutUrl}`, { body: { outcome: 'pay' } });
  sale = await until('the sale is there', async () => (await salesNow())[0]);
  clock.pass(1000);
  await larder.ask('POST', `/api/admin/sales/${sale.id}/refund`, { token: operator, body: { amount: 1.5, reason: 'It was warm' } });
  await until('it is given back', async () => (await salesNow())[0]?.refundedAmount === 1.5);
});
afterAll(() => larder.stop());

describe('The black box of a sale', () => {
  let box: BlackBox;
  beforeAll(async () => void (box = (await boxOf(sale.id)).body.data as BlackBox));

  it('tells everything from the tap to the refund, in order', () => {
    const types = box.timeline.map(({ type }) => type);
    const inOrder = [
      'DeviceTapped', 'TillClaimed', 'SessionStarted', 'DeviceOrdered', 'DeviceCommandDone', 'DoorOpened', 'ItemTaken', 'ItemTaken', 'ItemReturned', 'DoorClosed', 'SessionCommitted',
      'PaymentRequested', 'CheckoutOpened', 'PaymentStarted', 'PaymentCaptured', 'SessionPaid', 'SaleRecorded', 'RefundRequested', 'RefundOrdered', 'RefundIssued', 'SaleRefunded',
    ];
    expect(types.filter((type) => inOrder.includes(type))).toEqual(inOrder);
    expect(box.timeline.map(({ at }) => at)).toEqual(box.timeline.map(({ at }) => at).sort());
    expect(box).toMatchObject({ saleId: sale.id.replace(/\.0$/, ''), sessionId, machineId: machine.machineId, timeZone: TIME_ZONE });
  });

  it('says what the machine\'s own clock said, and when the server heard of it', () => {
    const at = (ms: number): string => new Date(START + ms).toISOString();
    for (const type of ['DoorOpened', 'ItemTaken', 'ItemReturned', 'DoorClosed']) expect(box.timeline.find((entry) => entry.type === type)).toMatchObject({ deviceAt: at(0), at: at(AWAY_MS), actorName: `Machine ${machine.machineId}` });
    expect(box.timeline.find(({ type }) => type === 'PaymentCaptured')).toMatchObject({ at: at(AWAY_MS + 1000), actorName: 'Test checkout', amount: 5.5 });
  });

  it('names who did what and why', () => {
    expect(box.timeline.find(({ type }) => type === 'RefundRequested')).toMatchObject({ what: 'Refund of $1.50 requested', actorName: 'Test operator', reason: 'It was warm', amount: 1.5 });
    expect(box.timeline.filter(({ type }) => type === 'ItemTaken').map(({ what }) => what)).toEqual(['2x Cola taken from slot A1', '1x Chips taken from slot A2']);
    expect(box.timeline.find(({ type }) => type === 'SessionCommitted')?.reason).toBe('the door was closed');
    expect(box.timeline.find(({ type }) => type === 'DeviceOrdered')?.what).toBe('Machine told to unlock');
  });

  it('is read from the facts: each entry names those it rests on, and none is left out', () => {
    const facts = box.timeline.flatMap((entry) => entry.facts);
    expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length);
    for (const [stream, least] of [[`session-${sessionId}`, 9], [`payment-${sessionId}`, 5], [`sale-visit.${sessionId}`, 3]] as const) {
      const revisions = facts.filter((fact) => fact.stream === stream).map(({ revision }) => revision).sort((a, b) => a - b);
      expect(revisions).toEqual(revisions.map((_, n) => n));
      expect(revisions.length).toBeGreaterThanOrEqual(least);
    }
    expect(facts.filter(({ stream }) => stream === `journal-${machine.machineId}`)).toHaveLength(7);
  });

  it('says whether any report of the machine is missing', () => expect(box.journal).toEqual([{ epoch: expect.any(String), first: 1, last: 7, missing: [] }]));

  it('is found by the purchase as by its line, and shows nothing to another organization', async () => {
    expect((await boxOf(box.saleId)).body.data?.timeline).toHaveLength(box.timeline.length);
    const rival = await larder.signIn('owner', 'rival');
    for (const path of ['', '/timeline', '/evidence', '/evidence?format=pdf']) expect([path, (await larder.call('GET', `/api/admin/sales/${sale.id}${path}`, { token: rival })).status]).toEqual([path, 404]);
    expect((await boxOf('nothing.0')).status).toBe(404);
  });

  it('goes into a pack of evidence with the receipt, as JSON and as PDF', async () => {
    const json = await fetchFile(larder, `/api/admin/sales/${sale.id}/evidence?format=json`, operator);
    expect((JSON.parse(json.bytes.toString()) as { data: unknown }).data).toMatchObject({ purchase: { totalAmount: 5.5, refundedAmount: 1.5 }, blackBox: { timeline: box.timeline } });
    const pdf = await fetchFile(larder, `/api/admin/sales/${sale.id}/evidence?format=pdf`, operator);
    expect([pdf.contentType, pdf.name]).toEqual(['application/pdf', expect.stringMatching(/^evidence-.+\.pdf$/)]);
    const text = pdfText(pdf);
    for (const said of ['Evidence Pack', '$5.50', 'Machine told to unlock', 'Test operator', 'It was warm', 'All of them from 1 to 7 were received']) expect(text.replaceAll('\n', ' ')).toContain(said);
  });
});

describe('A receipt', () => {
  it('has the purchase with all its lines, in the time zone of its machine', async () => {
    expect(await larder.ask<Purchase>('GET', `/api/admin/sales/${sale.id}`, { token: operator })).toMatchObject({
      machine: { machineId: machine.machineId, name: 'Lobby', address: '1 Main Street' }, organization: 'acme', timeZone: TIME_ZONE, paymentMethod: 'card', totalAmount: 5.5, refundedAmount: 1.5, refundingAmount: 0, refunded: false, hasVisit: true,
      lines: [{ product: { name: 'Cola' }, quantity: 2, unitPrice: 2.75, amount: 5.5, refundsBy: 'provider', refunds: [{ amount: 1.5, state: 'done' }] }],
    });
  });

  it('of a sale from elsewhere has no visit behind it, and its refunds are its black box', async () => {
    const admin = await larder.signIn('admin');
    await larder.ask('POST', '/api/admin/sales/import', { token: admin, body: { fileName: 'x.csv', csv: exportOf([{ Transaction: '7' }]) } });
    const imported = await until('it is imported', async () => (await larder.ask<{ sales: SaleView[] }>('GET', '/api/admin/sales?startDate=2022-01-01&endDate=2022-01-01', { token: operator })).sales[0]);
    expect(imported.refundsBy).toBe('hand');
    await larder.ask('POST', `/api/admin/sales/${imported.id}/refund`, { token: operator, body: { reason: 'Old' } });
    expect(await larder.ask<Purchase>('GET', `/api/admin/sales/${imported.id}`, { token: operator })).toMatchObject({ hasVisit: false, timeKnown: false, refunded: true });
    const box = (await boxOf(imported.id)).body.data as BlackBox;
    expect(box.timeline.map(({ type }) => type)).toEqual(['SaleRecorded', 'RefundRequested', 'SaleRefunded']);
    expect(box.timeline[2]?.what).toBe('Refund of $1.50 recorded for Cola; handed over by hand');
    expect(box.journal).toEqual([]);
  });
});

describe('A take that the machine cannot tell from another', () => {
  it('is charged the cheapest, and the black box says so to the operator', async () => {
    const { device, machineId } = machine;
    const { sessionId: visit } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-043` } });
    device.openDoor(visit);
    device.take('A2', 1, visit, ['A1']);
    device.closeDoor(visit);
    const due = await until('payment is due', async () => {
      const view = await larder.ask<SessionView>('GET', `/api/vend/session/${visit}`);
      return view.checkoutUrl && view;
    });
    expect(due).toMatchObject({ totalAmount: 2.75, items: [{ name: 'Cola', quantity: 1 }] });
    await larder.ask('POST', `/api/vend${due.checkoutUrl}`, { body: { outcome: 'pay' } });
    const unsure = await until('the sale is there', async () => (await salesNow()).find(({ amount }) => amount === 2.75));
    const { timeline: entries } = (await boxOf(unsure.id)).body.data as BlackBox;
    expect(entries.find(({ type }) => type === 'ItemTaken')).toMatchObject({ what: '1x Cola taken from slot A1', reason: 'the machine cannot tell it from slot A2; the cheapest is charged' });
  });
});

describe('A visit that was not paid', () => {
  it('has a black box by the id that its sale would have, and no receipt, for its organization only', async () => {
    const { device, machineId } = machine;
    const { sessionId: visit } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machineId}-044` } });
    device.openDoor(visit);
    device.take('A1', 1, visit);
    device.closeDoor(visit);
    await until('payment is due', async () => (await larder.ask<SessionView>('GET', `/api/vend/session/${visit}`)).checkoutUrl);
    const saleId = `visit.${visit}`;
    const box = (await boxOf(saleId)).body.data as BlackBox;
    expect(box).toMatchObject({ saleId, sessionId: visit, machineId, timeZone: TIME_ZONE, journal: [{ missing: [] }] });
    expect(box.timeline.map(({ what }) => what)).toEqual(expect.arrayContaining([expect.stringMatching(/^Visit started/), '1x Cola taken from slot A1', 'Payment due for 1x Cola']));
    expect((await larder.call('GET', `/api/admin/sales/${saleId}`, { token: operator })).status).toBe(404);
    const rival = await larder.signIn('owner', 'rival');
    for (const [id, token] of [[saleId, rival], ['visit.nothing', operator], [`${saleId}.0`, operator]] as const) expect([id, (await boxOf(id, token)).status]).toEqual([id, 404]);
  });
});
