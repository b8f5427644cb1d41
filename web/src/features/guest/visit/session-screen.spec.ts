import type { SessionView } from '@larder/contracts/vending.js';
import { isSettled, sessionScreen, spokenState } from './session-screen.js';

const cola = { name: 'Cola', sku: 'COL-1', quantity: 2, price: 1.5 };
const visit = (change: Partial<SessionView> = {}): SessionView => ({
  sessionId: 's', status: 'active', items: [cola], totalAmount: 3, currency: 'USD', committed: false, timeRemaining: 300, expiresAt: '2026-01-01T00:05:00Z',
  machine: { machineId: 'VM-001', name: 'Lobby', location: { address: 'Main St 1' } }, ...change,
});
const texts = (view: SessionView, left = 272) => sessionScreen(view, left).notes.map((note) => note.text);

describe('the screen of a visit', () => {
  it('invites to take something', () => {
    expect(sessionScreen(visit({ items: [] }), 300)).toMatchObject({ inviting: true, canPay: false, canCancel: true });
    expect(texts(visit({ items: [] }))).toEqual(['Session expires in 4:32']);
  });

  it('invites to nothing while the machine is asked to lock, and cannot be cancelled twice', () => {
    const ending = visit({ items: [], ending: true, message: 'Your session ends as soon as the machine has answered.' });
    expect(sessionScreen(ending, 300)).toMatchObject({ inviting: false, canCancel: false });
    expect(texts(ending, 0)).toEqual(['Session has expired', 'Your session ends as soon as the machine has answered.']);
  });

  it('asks to close the door before paying', () => {
    expect(sessionScreen(visit(), 300)).toMatchObject({ closingFirst: true, canPay: false });
  });

  it('asks for payment once items are out for good', () => {
    const committed = visit({ status: 'committed', committed: true });
    expect(texts(committed)).toEqual(['Session expires in 4:32', 'Items removed - Payment required']);
    expect(sessionScreen(committed, 300)).toMatchObject({ canPay: true, canCancel: true });
  });

  it('asks to close the door when the time is up and the visit goes on', () => {
    expect(texts(visit({ items: [] }), 0)).toEqual(['Session has expired', 'Please close the door: the visit goes on while it is open, or while the machine has no connection.']);
  });

  it('says what the server says of a machine that is not heard, instead of what may be', () => {
    const offline = 'The machine has no connection right now. What you take is counted all the same.';
    expect(texts(visit({ offline }))).toEqual(['Session expires in 4:32', offline]);
    expect(texts(visit({ offline }), 0)).toEqual(['Session has expired', offline]);
  });

  it('shows no time once the server has stopped the clock', () => {
    expect(texts(visit({ status: 'committed', committed: true, timeRemaining: 0 }), 0)).toEqual(['Items removed - Payment required']);
  });

  it('says that the time is up and still takes the payment for what is out', () => {
    const committed = visit({ status: 'committed', committed: true });
    expect(texts(committed, 0)).toEqual(['Session has expired', 'Items removed - Payment required']);
    expect(sessionScreen(committed, 0).canPay).toBe(true);
  });

  it('can be paid while a payment is in progress, but not cancelled', () => {
    const pending = visit({ status: 'payment_pending', committed: true });
    expect(texts(pending)).toEqual(['Payment in progress...', expect.stringContaining('You are not charged twice')]);
    expect(texts({ ...pending, hold: { amount: 15, state: 'placed' } })).toEqual(['Payment in progress...']);
    expect(sessionScreen(pending, 300)).toMatchObject({ canPay: true, canCancel: false, over: false });
    expect(sessionScreen(pending, 300, false, true).notes.map(({ text }) => text)).toEqual(['Payment in progress...']); // on the way to the checkout
  });

  it.each([['completed', 'Payment completed!'], ['cancelled', 'Session cancelled'], ['expired', 'Session has expired']] as const)('is over when %s', (status, text) => {
    expect(texts(visit({ status }))).toEqual([text]);
    expect(sessionScreen(visit({ status }), 300)).toMatchObject({ over: true, canPay: false, canCancel: false });
  });

  it('shows what the server has to say, once', () => {
    expect(texts(visit({ message: 'Please close the door.' }))).toEqual(['Session expires in 4:32', 'Please close the door.']);
    expect(texts(visit({ status: 'completed', message: 'Payment completed!' }))).toEqual(['Payment completed!']);
  });

  it('is read aloud', () => {
    expect(spokenState(visit(), 272)).toEqual(['2 items, total $3.00: 2 x Cola.']);
    expect(spokenState(visit(), 31)).toEqual(['2 items, total $3.00: 2 x Cola.', 'One minute left']);
    expect(spokenState(visit({ items: [], status: 'committed' }), 31)).toEqual(['No items taken.']);
  });
});

describe('a visit whose card is authorised first', () => {
  it('invites to nothing before that, and says plainly what became of the money', () => {
    expect(sessionScreen(visit({ items: [], hold: { amount: 15, state: 'needed' } }), 300)).toMatchObject({ holdFirst: true, inviting: false });
    expect(sessionScreen(visit({ items: [], hold: { amount: 15, state: 'placed' } }), 300)).toMatchObject({ holdFirst: false, inviting: true });
    expect(texts(visit({ status: 'completed', hold: { amount: 15, state: 'settled', charged: 6.4, released: 8.6 } }))).toContain('held $15.00 · charged $6.40 · released $8.60');
    const rest = { amount: 15, state: 'settled' as const, charged: 17.2, released: 0 };
    expect(texts(visit({ status: 'completed', totalAmount: 17.2, hold: rest }))).toContain('held $15.00 · charged $15.00 · released $0.00');
  });

  it('waits for the provider when the card was just authorised, until that comes to nothing', () => {
    const needed = visit({ items: [], hold: { amount: 15, state: 'needed' }, checkoutUrl: '/checkout/1' });
    expect(sessionScreen(needed, 300)).toMatchObject({ holdFirst: true, isChecking: false });
    expect(sessionScreen(needed, 300, true)).toMatchObject({ holdFirst: true, isChecking: true });
    const { checkoutUrl: _, ...refused } = needed;
    expect(sessionScreen(refused, 300, true)).toMatchObject({ holdFirst: true, isChecking: false });
  });

  it('is followed until the hold is settled, also when it is over', () => {
    const over = (state: 'needed' | 'placed' | 'settled') => isSettled(visit({ status: 'cancelled', hold: { amount: 15, state } }));
    expect([over('needed'), over('placed'), over('settled'), isSettled(visit({ status: 'cancelled' })), isSettled(visit())]).toEqual([true, false, true, true, false]);
  });

  it('asks nobody to pay for what the held card is charged for', () => {
    const hold = { amount: 15, state: 'placed' as const };
    expect(sessionScreen(visit({ hold }), 300)).toMatchObject({ closingFirst: true, isFromHold: true });
    const charging = visit({ status: 'committed', committed: true, timeRemaining: 0, hold });
    expect(texts(charging, 0)).toEqual(['Items removed - Your card is being charged']);
    expect(sessionScreen(charging, 0)).toMatchObject({ canPay: false, isFromHold: true });
    const charged = { ...charging, hold: { amount: 15, state: 'settled' as const, charged: 3, released: 12 } };
    expect(texts(charged, 0)).toEqual(['Items removed - Your card is being charged', 'held $15.00 · charged $3.00 · released $12.00']);
    expect(sessionScreen(charged, 0)).toMatchObject({ canPay: false, isFromHold: true });
    expect(sessionScreen({ ...charged, totalAmount: 17 }, 0)).toMatchObject({ canPay: true, isFromHold: false });
    const refused = { ...charging, checkoutUrl: '/checkout/2' };
    expect(texts(refused, 0)).toEqual(['Items removed - Payment required']);
    expect(sessionScreen(refused, 0)).toMatchObject({ canPay: true, isFromHold: false });
  });
});
