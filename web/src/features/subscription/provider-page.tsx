/** The pages of the test provider: a checkout, a change of card, a portal. They look hosted and take test cards only. */
import type { TestCard } from '@larder/contracts/identity/billing.js';
import { Alert, Button, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { asFailure } from '../../lib/failure-text.js';
import { capitalized } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { FailureBox } from '../../ui/failure-box.js';
import { Loading } from '../../ui/loading.js';
import { Wordmark } from '../../ui/wordmark.js';
import { dayIn } from './day-in.js';
import { InvoiceStatus } from './invoices/invoice-status.js';
import { useBillingPageQuery, useSettlePageMutation, type BillingPage } from './subscription-api.js';
import './subscription.css';

const cards: readonly { card: TestCard; number: string; what: string }[] = [
  { card: 'works', number: '4242 4242 4242 4242', what: 'Works' },
  { card: 'declined', number: '4000 0000 0000 0002', what: 'Is declined' },
  { card: 'fails-later', number: '4000 0000 0000 0341', what: 'Works now, fails with the next charge' },
];
const titles: Record<BillingPage['kind'], string> = { subscribe: 'Subscribe', 'payment-method': 'Payment method', portal: 'Billing portal' };

export function Component() {
  const { pageRef = '' } = useParams();
  const { data, error, isError } = useBillingPageQuery(pageRef);
  const title = data ? titles[data.kind] : 'Test checkout';
  useEffect(() => {
    document.title = `${title} · Test payment provider`;
  }, [title]);
  return (
    <main className="login">
      <div className="login-card provider">
        <div className="between"><Wordmark /><span className="pill medium">Test mode</span></div>
        {isError && <><h1>{title}</h1><FailureBox text="This page cannot be shown" error={error} /></>}
        {!data && !isError && <Loading />}
        {data && <Content page={data} pageRef={pageRef} title={title} />}
      </div>
    </main>
  );
}

function Content({ page, pageRef, title }: { page: BillingPage; pageRef: string; title: string }) {
  const { kind, organization, plan, paymentMethod, invoices, returnUrl, isDone } = page;
  const first = cards[0]?.card ?? 'works';
  const [card, setCard] = useState<TestCard>(first);
  const [settle, { isLoading, error, isError }] = useSettlePageMutation();
  const pay = async () => {
    const { data } = await settle({ pageRef, card });
    if (data) location.assign(data.returnUrl);
  };
  if (isDone) return <><h1>{title}</h1><p>This checkout is paid already.</p><Button type="primary" block href={returnUrl}>Return to Larder</Button></>;
  return (
    <>
      <h1>{title}</h1>
      <p className="quiet">{organization}. No money moves here: this deployment has no payment provider, so this page stands in for one.</p>
      {plan && <p className="between"><span>{plan.displayName}, monthly</span><strong className="plan-price">{formatAmount(plan.price)}</strong></p>}
      {paymentMethod && <p className="between"><span>Card on file</span><span>{capitalized(paymentMethod.brand)} ending in {paymentMethod.last4}</span></p>}
      {isError && <Alert type="error" showIcon role="alert" title={asFailure(error)?.message || 'The card could not be used. Please try again.'} />}
      <fieldset className="choice">
        <legend>{paymentMethod ? 'New card' : 'Card'}</legend>
        <Radio.Group value={card} onChange={(event) => setCard(event.target.value as TestCard)} name="card">
          {cards.map(({ card: one, number, what }) => <Radio key={one} value={one}><span className="figures">{number}</span><small>{what}</small></Radio>)}
        </Radio.Group>
      </fieldset>
      <Button type="primary" block loading={isLoading} onClick={() => void pay()}>{plan ? `Pay ${formatAmount(plan.price)}` : 'Save card'}</Button>
      {kind === 'portal' && (
        <section aria-labelledby="portal-invoices">
          <h2 id="portal-invoices">Invoices</h2>
          {invoices.length === 0 && <p className="quiet">No invoices yet</p>}
          <ul className="rows">{invoices.map(({ id, number, issuedAt, status, amount, currency }) => <li key={id}><span className="row-main">{number}<small>{dayIn('UTC', issuedAt)}</small></span><InvoiceStatus status={status} /><span className="figures">{formatAmount(amount, currency)}</span></li>)}</ul>
        </section>
      )}
      <p className="login-links"><a href={returnUrl}>{plan ? 'Back without paying' : 'Return to Larder'}</a></p>
    </>
  );
}
