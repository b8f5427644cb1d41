/** The test checkout: stands in for a payment provider where none is configured. No money moves. */
import { useEffect, useState } from 'react';
import type { Out } from '@larder/contracts/request.js';
import type { localCheckout, PaymentMethod } from '@larder/contracts/vending.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { guestPaths } from '../../../lib/guest-paths.js';
import { fetchCheckout, settleCheckout } from '../call.js';
import { Goods } from '../goods.js';
import { Go, Loading, Page, SessionError } from '../parts.js';
import { say } from '../words/say.js';

type Checkout = Out<typeof localCheckout>;
type Delivery = 'once' | 'twice' | 'never';
const deliveries: { delivery: Delivery; label: string }[] = [{ delivery: 'once', label: 'at once' }, { delivery: 'twice', label: 'twice' }, { delivery: 'never', label: 'never (it is asked for after two minutes)' }];
const methods: { method: PaymentMethod; label: string }[] = [{ method: 'card', label: 'Test card' }, { method: 'mobile', label: 'Test phone wallet' }];

export function CheckoutPage({ checkoutId }: { checkoutId: string }) {
  const [checkout, setCheckout] = useState<Checkout>();
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    void fetchCheckout(checkoutId).then((answer) => {
      if (answer.ok) setCheckout(answer.data);
      else setRefusal(answer.message || 'Failed to load session');
    });
  }, [checkoutId]);

  if (refusal !== undefined) return <SessionError message={refusal} />;
  if (!checkout) return <Loading />;
  // Of a hold there are no lines; of what it did not reach for, all of them.
  const costCents = Math.max(checkout.amountCents, checkout.lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0));
  return (
    <Page title={checkout.machineName}>
      <p className="test"><strong>{say('TEST payment')}</strong> {say('This page stands in for a payment provider. No money moves.')}</p>
      {checkout.kind === 'hold' && <p>{say('This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.')}</p>}
      <Goods
        goods={checkout.lines.map((line) => ({ name: line.name, detail: line.sku, quantity: line.quantity, unitPrice: line.priceCents / 100 }))}
        currency={checkout.currency}
        total={costCents / 100}
        charged={(costCents - checkout.amountCents) / 100}
      />
      {checkout.state === 'open' ? <Choice checkout={checkout} /> : <Settled checkout={checkout} />}
    </Page>
  );
}

function Choice({ checkout }: { checkout: Checkout }) {
  const [method, setMethod] = useState<PaymentMethod>('card');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [delivery, setDelivery] = useState<Delivery>('once');
  const settle = async (outcome: 'pay' | 'decline' | 'abandon') => {
    setBusy(true);
    setRefusal('');
    const answer = await settleCheckout(checkout.checkoutId, { outcome, method, delivery });
    if (answer.ok) return location.assign(answer.data.returnUrl);
    setBusy(false);
    setRefusal(answer.message || 'Payment processing failed. Please try again.');
  };
  return (
    <>
      <fieldset>
        <legend>{say('Pay with')}</legend>
        {methods.map((way) => (
          <label key={way.method}>
            <input type="radio" name="method" checked={method === way.method} onChange={() => setMethod(way.method)} /> {say(way.label)}
          </label>
        ))}
      </fieldset>
      <label className="choice">
        {say("The provider's message comes")}{' '}
        <select value={delivery} onChange={(event) => setDelivery(event.target.value as Delivery)}>
          {deliveries.map((way) => <option key={way.delivery} value={way.delivery}>{say(way.label)}</option>)}
        </select>
      </label>
      <p role="status" className={busy ? 'hint' : 'unseen'}>{busy && say('On its way...')}</p>
      <p role="alert" className={refusal ? 'note bad' : 'unseen'}>{say(refusal)}</p>
      <div className="actions">
        <button type="button" className="button" disabled={busy} onClick={() => void settle('pay')}>{say(`${checkout.kind === 'hold' ? 'Hold' : 'Pay'} ${formatAmount(checkout.amountCents / 100, checkout.currency)}`)}</button>
        <button type="button" className="button quiet" disabled={busy} onClick={() => void settle('decline')}>{say('Decline the card')}</button>
        <button type="button" className="button quiet" disabled={busy} onClick={() => void settle('abandon')}>{say('Leave without paying')}</button>
      </div>
    </>
  );
}

function Settled({ checkout }: { checkout: Checkout }) {
  return (
    <>
      <p role="status" className={`note ${checkout.state === 'paid' ? 'good' : 'calm'}`}>
        {say(checkout.state === 'paid' ? 'This payment has been made.' : 'This checkout was left without paying.')}
      </p>
      <div className="actions"><Go to={guestPaths.session(checkout.sessionId)}>{say('Return to Session')}</Go></div>
    </>
  );
}
