import type { LateItems, UnplacedWhy } from '@larder/contracts/vending.js';
import { doorMeaning, meaningsOf, shutMeaning, temperatureMeaning, type Heard, type Limits, type Meaning } from './conditions.js';
import { sentenceOf } from '../sentences.js';

describe('What facts mean', () => {
  const stock = (left: number): Heard => ({ type: 'StockTaken', data: { machineId: 'VM-001', slot: 'A1', productId: 'p1', left, maxQuantity: 10, quantity: 1 } });
  const limits: Limits = { lowStockPercent: 20, temperature: { minC: 1, maxC: 8 } };
  const said = (fact: Heard, by = limits) => saidBy(meaningsOf(fact, by)[0]);
  const saidBy = (meaning: Meaning | undefined) => {
    if (!meaning || !('alert' in meaning)) return meaning;
    const alert = meaning.alert();
    return { ...alert, message: sentenceOf(alert, { machine: 'Lobby', product: 'Cola' }) };
  };

  it.each([[3, 'clear'], [2, 'medium'], [1, 'medium'], [0, 'high'], [-1, 'high']])('with %i of 10 left: %s', (left, expected) => {
    const meaning = said(stock(left));
    expect(meaning && 'clear' in meaning ? 'clear' : meaning?.severity).toBe(expected);
  });

  it.each([[50, 5, 'medium'], [50, 6, 'clear'], [10, 2, 'clear'], [1, 0, 'high']])('with a threshold of %i %% and %i of 10 left: %s', (lowStockPercent, left, expected) => {
    const meaning = said(stock(left), { ...limits, lowStockPercent });
    expect(meaning && 'clear' in meaning ? 'clear' : meaning?.severity).toBe(expected);
  });

  it.each([[8, undefined], [8.1, 'Lobby is too warm: 8.1 °C'], [1, undefined], [0.5, 'Lobby is too cold: 0.5 °C']])('at %d °C: %s', (temperatureC, message) => {
    const meaning = saidBy(temperatureMeaning('VM-001', temperatureC, limits));
    expect(meaning && 'message' in meaning ? meaning.message : undefined).toBe(message);
    expect(temperatureMeaning('VM-001', temperatureC, { ...limits, temperature: { minC: null, maxC: null } })).toHaveProperty('clear');
  });

  it('an expired visit with items out is unusual until it is paid', () => {
    const owed = { sessionId: 's1', machineId: 'VM-001', lines: [], totalCents: 275, currency: 'USD' };
    expect(said({ type: 'SessionCommitted', data: { ...owed, why: 'expired' } })).toMatchObject({ type: 'unusual_activity', severity: 'high', details: { reason: 'unpaid_session', sessionId: 's1', amountCents: 275, currency: 'USD' }, message: 'Lobby: the time ran out with items out ($2.75)' });
    expect(said({ type: 'SessionCommitted', data: { ...owed, why: 'door_closed' } })).toBeUndefined();
    expect(said({ type: 'SessionOverdue', data: { sessionId: 's1', machineId: 'VM-001', totalCents: 550, currency: 'USD', dueCents: 50, lines: [{ slot: 'A1', productId: 'p1', name: 'Cola', sku: 'COLA', category: 'Drinks', priceCents: 275, costCents: 80, quantity: 2 }] } }))
      .toMatchObject({ details: { reason: 'unpaid_session', amountCents: 50, items: [{ name: 'Cola', quantity: 2 }] } });
    const out = { sessionId: 's1', machineId: 'VM-001', by: 'clock' as const };
    expect(said({ type: 'SessionEndAsked', data: { ...out, totalCents: 275, currency: 'USD' } })).toMatchObject({ severity: 'high', details: { reason: 'unpaid_session', amountCents: 275 }, message: 'Lobby: the time ran out with items out and the door open ($2.75)' });
    expect(said({ type: 'SessionEndAsked', data: out })).toBeUndefined();
    expect(meaningsOf({ type: 'SessionExpired', data: { sessionId: 's1', machineId: 'VM-001' } }, limits)).toEqual([{ condition: 'unpaid_session.s1', clear: true }]);
    const paid = (unpaidCents?: number) => meaningsOf({ type: 'SessionPaid', data: { sessionId: 's1', machineId: 'VM-001', paymentId: 'p', method: 'card', paidAt: '', machine: { machineId: 'VM-001', name: '', address: '', timeZone: 'UTC' }, lines: [], totalCents: 275, currency: 'USD', unpaidCents } }, limits);
    expect([paid(), paid(75)]).toEqual([[{ condition: 'unpaid_session.s1', clear: true }, { condition: 'checkout_refused.VM-001', clear: true }], [{ condition: 'checkout_refused.VM-001', clear: true }]]);
  });

  it.each([['customer', undefined, 'high'], ['locked', undefined, 'high'], ['restocking', 1, 'clear'], ['service', 1800, 'clear'], ['restocking', undefined, 'high'], ['service', 0, 'high']] as const)('an open door, %s with %s seconds left: %s', (mode, secondsLeft, expected) => {
    const meaning = saidBy(doorMeaning({ machineId: 'VM-001', doorOpen: true, mode, secondsLeft }));
    expect(meaning && 'clear' in meaning ? 'clear' : meaning?.severity).toBe(expected);
    expect(doorMeaning({ machineId: 'VM-001', doorOpen: false, mode })).toEqual({ condition: 'door_left_open.VM-001', clear: true });
  });

  it('a machine that is removed is neither silent nor too warm any more, and what its guests owe is still owed', () => {
    expect(meaningsOf({ type: 'MachineRemoved', data: { machineId: 'VM-001', name: 'Lobby' } }, limits)).toEqual(
      ['machine_offline.VM-001', 'temperature.VM-001', 'door_left_open.VM-001', 'journal_gap.VM-001', 'copied_memory.VM-001', 'shelf_shifted.VM-001', 'refuses_guests.VM-001', 'unseen_slot.VM-001', 'checkout_refused.VM-001'].map((condition) => ({ condition, clear: true })));
  });

  it('a refund that was refused is settled by the next one of the same line', () => {
    const refund = { sessionId: 's1', paymentId: 'p', refundId: 'r1', amountCents: 100, currency: 'USD' };
    const failed = (more: { line?: number }) => meaningsOf({ type: 'RefundFailed', data: { ...refund, ...more, machineId: 'VM-001', why: 'The card is closed' } }, limits)[0]?.condition;
    const issued = (more: { line?: number }) => meaningsOf({ type: 'RefundIssued', data: { ...refund, ...more, refundId: 'r2', refundRef: 're_1', issuedAt: '' } }, limits);
    expect([failed({ line: 1 }), failed({})]).toEqual(['refund.s1.1', 'refund.r1']);
    expect([issued({ line: 1 }), issued({})]).toEqual([[{ condition: 'refund.s1.1', clear: true }], []]);
  });

  it('more in a slot than a guest had taken of it is told as something to count', () => {
    const unplaced = (what: 'taken' | 'returned', why: UnplacedWhy) => saidBy(meaningsOf({ type: 'UnplacedItemReported', data: { sessionId: 's1', machineId: 'VM-001', key: 'e:3', slot: 'A1', quantity: 1, what, why } }, limits)[0]);
    expect(unplaced('returned', 'not_held')).toMatchObject({ severity: 'medium', details: { reason: 'late_item', slot: 'A1' }, message: 'Lobby: 1x more in slot A1 than the guest had taken of it; nothing came off the bill. Please count what is in it' });
    expect(unplaced('returned', 'after_end')).toMatchObject({ message: 'Lobby: 1x of slot A1 reported returned; nothing came off the bill' });
    expect(unplaced('taken', 'after_end')).toMatchObject({ message: 'Lobby: 1x of slot A1 reported taken but not charged' });
    expect(unplaced('taken', 'not_there')).toMatchObject({ message: 'Lobby: 1x of slot A1 reported taken beyond what can have been in it, not charged. Please look at its sensor, and at the guest\'s bill' });
  });

  it('what is told of a visit after its end is one alert of all of it', () => {
    const late = (key: string, of: LateItems) => meaningsOf({ type: 'UnplacedItemReported', data: { sessionId: 's1', machineId: 'VM-001', key, slot: 'A1', quantity: 1, what: 'taken', why: 'after_end', late: of } }, limits)[0];
    const [first, last] = [late('e:3', { taken: 1, returned: 0, slots: ['A1'] }), late('e:9', { taken: 3, returned: 2, slots: ['A1', 'A2'] })];
    expect(last?.condition).toBe(first?.condition);
    expect(saidBy(first)).toMatchObject({ message: 'Lobby: 1x of slot A1 reported taken but not charged', details: { slot: 'A1' } });
    expect(saidBy(last)).toMatchObject({ message: 'Lobby: after the visit had ended 3x were reported taken and not charged, and 2x returned, for which nothing came off the bill (A1, A2)' });
    expect(saidBy(late('e:4', { taken: 0, returned: 2, slots: ['A2'] }))).toMatchObject({ message: 'Lobby: after the visit had ended 2x returned, for which nothing came off the bill (A2)' });
  });

  it('a sensor that breaks is told once in a visit, however often it goes to and fro', () => {
    const flaps = (what: 'taken' | 'returned', key: string, slot = 'A1') => meaningsOf({ type: 'UnplacedItemReported', data: { sessionId: 's1', machineId: 'VM-001', key, slot, quantity: 2, what, why: 'not_there' } }, limits);
    const [first, again, other] = [...flaps('taken', 'e:3'), ...flaps('taken', 'e:5'), ...flaps('taken', 'e:7', 'A2')].map(({ condition }) => condition);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(flaps('returned', 'e:4')).toEqual([]);
  });

  it('a shelf that shifts behind the closed door is told until somebody has been there', () => {
    const heard = { machineId: 'VM-001', epoch: '0a1b2c3d', sequence: 7, receivedAt: '' };
    const shifted = (grams: number) => said({ type: 'DeviceShelfShifted', data: { ...heard, slots: ['A1', 'A2'], grams } });
    expect(shifted(-180)).toMatchObject({ type: 'unusual_activity', severity: 'medium', details: { reason: 'shelf_shifted', slot: 'A1' }, message: 'Lobby: the shelf with A1, A2 became 180 g lighter behind its closed door, and no items explain that. Please look at the shelf and count what is on it' });
    expect(shifted(90)).toMatchObject({ message: expect.stringContaining('90 g heavier') });
    const closed = (mode: 'customer' | 'restocking') => meaningsOf({ type: 'DeviceDoorClosed', data: { ...heard, mode } }, limits);
    expect([closed('restocking'), closed('customer')]).toEqual([[{ condition: 'shelf_shifted.VM-001', clear: true }, { condition: 'refuses_guests.VM-001', clear: true }], []]);
  });

  it('a slot that the board has no sensor for is told with those it has one for, until it has', () => {
    const found = (unseen: string[], seen: string[]) => said({ type: 'UnseenSlotsFound', data: { machineId: 'VM-001', unseen, seen } });
    expect(found(['A1', 'B1'], ['a1'])).toMatchObject({ type: 'unusual_activity', severity: 'high', details: { reason: 'unseen_slot', slot: 'A1' }, message: expect.stringContaining('Lobby has no sensor for A1, B1, only for a1: what guests take there is not charged. Tell its board') });
    expect(found(['A1'], [])).toMatchObject({ message: expect.stringContaining('no sensor for A1, for none:') });
    expect(found([], [])).toEqual({ condition: 'unseen_slot.VM-001', clear: true });
  });

  it('a machine that does not unlock for guests is told in its own words, until it does or somebody has been there', () => {
    const done = (orderId: string, ok: boolean, why?: string): Heard => ({ type: 'DeviceCommandDone', data: { machineId: 'VM-001', epoch: '0a1b2c3d', sequence: 7, receivedAt: '', orderId, ok, why } });
    const warm = 'It was too warm for too long: the machine is locked until it has been serviced';
    expect(said(done('s1:unlock', false, warm))).toMatchObject({ type: 'unusual_activity', severity: 'high', details: { reason: 'refuses_guests', sessionId: 's1' }, message: `Lobby does not unlock for guests: ${warm}` });
    expect([said(done('s1:unlock', false, 'A guest is being served')), said(done('op:1', false, warm)), said(done('s1:lock', true))]).toEqual([undefined, undefined, undefined]);
    expect(meaningsOf(done('s2:unlock:c1', true), limits)).toEqual([{ condition: 'refuses_guests.VM-001', clear: true }]);
  });

  it('a machine that would unlock for no guest is told before one comes, until it would; an older one does not say', () => {
    const warm = 'It was too warm when the power returned: guests are served when it is cold enough';
    expect(saidBy(shutMeaning({ machineId: 'VM-001', mode: 'locked', shut: warm }))).toMatchObject({ type: 'unusual_activity', severity: 'high', details: { reason: 'refuses_guests' }, message: `Lobby does not unlock for guests: ${warm}` });
    expect(shutMeaning({ machineId: 'VM-001', mode: 'locked', shut: '' })).toEqual({ condition: 'refuses_guests.VM-001', clear: true });
    expect([shutMeaning({ machineId: 'VM-001', mode: 'service', shut: warm }), shutMeaning({ machineId: 'VM-001', mode: 'locked' })]).toEqual([undefined, undefined]);
  });

  it('two boards that report as one machine are told with what to do, until it is set up again', () => {
    const found = (by: 'number' | 'uptime') => said({ type: 'DeviceCopyFound', data: { machineId: 'VM-001', foundAt: '', by } });
    expect(found('number')).toMatchObject({ type: 'unusual_activity', severity: 'high', details: { reason: 'copied_memory' }, message: expect.stringContaining('Re-setup ESP32') });
    expect(found('uptime')).toMatchObject({ message: expect.stringContaining('two boards report as this machine in turns. Take the one') });
    expect(meaningsOf({ type: 'CredentialIssued', data: { machineId: 'VM-001', salt: '', hash: '' } }, limits)).toEqual([{ condition: 'copied_memory.VM-001', clear: true }]);
  });

  it('a payment that a guest\'s bank takes back is told with what can be done and until when, and is over when it is won', () => {
    const which = { sessionId: 's1', paymentId: 'pay_s1', chargebackRef: 'du_1', machineId: 'VM-001', amountCents: 275, currency: 'USD' };
    const opened = { ...which, why: 'fraudulent', openedAt: '2026-03-04T12:00:00.000Z', respondBy: '2026-03-14T23:59:59.000Z' };
    const { respondBy: _, ...unanswerable } = opened;
    const message = (data: typeof unanswerable & { respondBy?: string; isInquiry?: true }) => (said({ type: 'ChargebackOpened', data }) as { message: string }).message;
    expect(said({ type: 'ChargebackOpened', data: opened })).toMatchObject({ severity: 'high', details: { reason: 'payment_failure', sessionId: 's1', amountCents: 275 } });
    expect([message(opened), message(unanswerable), message({ ...opened, isInquiry: true })]).toEqual([
      'Lobby: the guest\'s bank has taken back $2.75 (fraudulent); answer with what you know of the visit, at the payment provider, until 2026-03-14 23:59 UTC, or it is lost',
      'Lobby: the guest\'s bank has taken back $2.75 (fraudulent); it takes no answer',
      'Lobby: the guest\'s bank asks about $2.75 (fraudulent); answer at the payment provider until 2026-03-14 23:59 UTC, or give it back',
    ]);
    expect(meaningsOf({ type: 'ChargebackClosed', data: { ...which, outcome: 'won' } }, limits)).toEqual([{ condition: 'chargeback.du_1', clear: true }]);
    const [lost] = meaningsOf({ type: 'ChargebackClosed', data: { ...which, outcome: 'lost' } }, limits);
    expect(lost).toMatchObject({ condition: 'chargeback.du_1', machineId: 'VM-001' });
    expect(saidBy(lost)).toMatchObject({ severity: 'high', message: 'Lobby: the chargeback of $2.75 is lost, the guest\'s bank keeps the money; nothing is left to do' });
  });

  it('a guest who waits for an answer is told, until somebody decides; not one whom the log answers', () => {
    const opened = { disputeId: 'visit.s1.0', saleId: 'visit.s1', line: 0, sessionId: 's1', machineId: 'VM-001', machineName: 'Lobby', productId: 'p1', name: 'Cola', sku: 'COLA', quantity: 1, amountCents: 275, currency: 'USD', evidence: { agrees: false, what: 'none' as const, returned: 0, missing: 0 } };
    const [meaning] = meaningsOf({ type: 'DisputeOpened', data: { ...opened, claim: 'wrong', waits: true } }, limits);
    expect(meaning).toMatchObject({ condition: 'guest_dispute.visit.s1.0', machineId: 'VM-001', productId: 'p1' });
    expect(saidBy(meaning)).toMatchObject({ type: 'unusual_activity', severity: 'high', details: { reason: 'guest_dispute', sessionId: 's1', amountCents: 275, items: [{ name: 'Cola', quantity: 1 }] }, message: 'Lobby: a guest says that something was wrong and asks for $2.75; approve or decline it under Sales, Disputes' });
    expect(said({ type: 'DisputeOpened', data: { ...opened, claim: 'put_back', waits: true } })).toMatchObject({ message: 'Lobby: a guest says that something was put back and asks for $2.75; approve or decline it under Sales, Disputes' });
    expect(said({ type: 'DisputeOpened', data: { ...opened, claim: 'put_back' } })).toBeUndefined();
    const of = { disputeId: 'visit.s1.0', saleId: 'visit.s1', line: 0, reason: '' };
    const clear = [{ condition: 'guest_dispute.visit.s1.0', clear: true }];
    expect(meaningsOf({ type: 'DisputeDeclined', data: of }, limits)).toEqual(clear);
    expect(meaningsOf({ type: 'DisputeApproved', data: { ...of, refundId: 'r1', amountCents: 275, currency: 'USD', by: 'operator' } }, limits)).toEqual(clear);
  });

  it('nobody expects to hear a machine that is in maintenance', () => {
    expect(meaningsOf({ type: 'MachineWentOffline', data: { machineId: 'VM-001', name: 'Lobby', lastHeartbeatAt: '', mode: 'maintenance' } }, limits)).toEqual([]);
    expect(meaningsOf({ type: 'ModeIntended', data: { machineId: 'VM-001', mode: 'maintenance', silentSince: '' } }, limits)).toEqual([{ condition: 'machine_offline.VM-001', clear: true }]);
    expect(meaningsOf({ type: 'ModeIntended', data: { machineId: 'VM-001', mode: 'in_service' } }, limits)).toEqual([]);
  });

  it('silence and a door nobody opened are told', () => {
    expect(said({ type: 'MachineWentOffline', data: { machineId: 'VM-001', name: 'Lobby', lastHeartbeatAt: '' } })).toMatchObject({ type: 'machine_offline', severity: 'high' });
    expect(said({ type: 'ModeIntended', data: { machineId: 'VM-001', mode: 'in_service', silentSince: '2026-03-01T12:00:00.000Z' } })).toMatchObject({ type: 'machine_offline', details: { since: '2026-03-01T12:00:00.000Z' } });
    expect(said({ type: 'DoorOpenedWithoutSession', data: { machineId: 'VM-001', key: 'e:7' } })).toMatchObject({ details: { reason: 'door_without_session' } });
    const hoursAgo = said({ type: 'DoorOpenedWithoutSession', data: { machineId: 'VM-001', key: 'e:7', happenedAt: '2026-03-01T14:05:00.000Z' } });
    expect(hoursAgo).toMatchObject({ message: expect.stringMatching(/^Lobby: the door was opened without a session\. That was on Mar 1, 2026, 2:05\sPM where it stands, and is told only now$/) });
    const seconds = (at: string) => said({ type: 'DoorOpenedWithoutSession', data: { machineId: 'VM-001', key: 'e:7', happenedAt: '2026-03-01T14:05:00.000Z', incident: { key: 'e:7', at, opened: true, left: 0, cameIn: 0, slots: [] } } });
    expect(seconds('2026-03-01T14:05:50.000Z')).toMatchObject({ message: 'Lobby: the door was opened without a session' });
    expect(seconds('2026-03-01T14:06:00.000Z')).toMatchObject({ message: expect.stringContaining('told only now') });
    const cameBack = (back: number) => said({ type: 'ItemReturnedWithoutSession', data: { machineId: 'VM-001', key: 'e:8', slot: 'A1', quantity: 2, back } });
    const ofMany = (incident: { opened: boolean; left: number; cameIn: number }) => said({ type: 'ItemTakenWithoutSession', data: { machineId: 'VM-001', key: 'e:9', slot: 'A2', quantity: 1, incident: { key: 'e:7', at: '', slots: ['A1', 'A2'], ...incident } } });
    expect(ofMany({ opened: true, left: 3, cameIn: 1 })).toMatchObject({ severity: 'high', message: 'Lobby: without a session the door was opened, 3x left, and 1x came in (A1, A2). Please count what is in there' });
    expect(ofMany({ opened: false, left: 0, cameIn: 9 })).toMatchObject({ severity: 'medium', message: 'Lobby: without a session 9x came in (A1, A2). Please count what is in there' });
    const conditionsOf = (...keys: string[]) => [...new Set(keys.flatMap((key) => meaningsOf({ type: 'DoorOpenedWithoutSession', data: { machineId: 'VM-001', key, incident: { key: 'e:7', at: '', opened: true, left: 0, cameIn: 0, slots: [] } } }, limits)).map(({ condition }) => condition))];
    expect(conditionsOf('e:7', 'e:9')).toEqual(['door_without_session.VM-001.e:7']);
    expect(cameBack(0)).toMatchObject({ severity: 'medium', details: { reason: 'door_without_session', slot: 'A1' }, message: 'Lobby: 2x more in slot A1 without a session. Please count what is in it' });
    expect(cameBack(1)).toMatchObject({ message: 'Lobby: 2x more in slot A1 without a session, 1 of which had left it so before. Please count what is in it' });
    expect(said({ type: 'DeviceGapFound', data: { machineId: 'VM-001', epoch: '0a1b2c3d', missing: [2, 3, 4], completeTo: 1 } })).toMatchObject({ message: 'Lobby: reports complete to 1, 3 missing' });
  });
});
