/** The organization's own details, and where they are changed. */
import type { Account } from '@larder/contracts/identity/organization.js';
import { Button } from 'antd';
import { capitalized } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { useOpened } from '../../lib/use-opened.js';
import { useMayChange } from '../../lib/session/session-api.js';
import { Section } from '../../ui/section.js';
import { EditDialog } from './edit-dialog.js';
import { flows } from './payment-flows.js';

export function OrganizationCard({ account }: { account: Account }) {
  const editing = useOpened('edit');
  const mayChange = useMayChange('settings.update');
  return (
    <Section title="Organization" extra={mayChange && <Button size="small" onClick={() => editing.open('true')}>Edit</Button>}>
      <dl className="facts">
        <div><dt>Name</dt><dd>{account.name}</dd></div>
        <div><dt>URL</dt><dd><code>{location.host}/{account.slug}</code></dd></div>
        <div><dt>Status</dt><dd><span className={`pill ${account.status === 'active' ? 'good' : 'plain'}`}>{capitalized(account.status)}</span></dd></div>
        <div><dt>Time zone</dt><dd>{account.timeZone.replaceAll('_', ' ')}</dd></div>
        <div><dt>Currency</dt><dd>{account.currency}</dd></div>
        <div><dt>Guests pay</dt><dd>{flows[account.paymentFlow].label}{account.paymentFlow === 'hold-first' && ` (${formatAmount(account.holdCents / 100, account.currency)})`}</dd></div>
        <div><dt>On card statements</dt><dd>{account.statementDescriptor || 'Name of the payment account'}</dd></div>
        <div><dt>Guests' questions go to</dt><dd>{account.guestContact || 'Nobody is named'}</dd></div>
        <div><dt>Two-step sign-in</dt><dd>{account.requiresSecondFactor ? 'Asked of everybody' : 'Up to each member'}</dd></div>
        <div><dt>Refunded at once</dt><dd>up to {formatAmount(account.instantRefundCents / 100, account.currency)}, within {account.disputeDays} days</dd></div>
      </dl>
      {mayChange && editing.opened && <EditDialog account={account} onClose={editing.close} />}
    </Section>
  );
}
