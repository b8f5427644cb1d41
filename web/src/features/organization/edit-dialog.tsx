/** Changes name, time zone and payment flow of the organization. */
import { changeAccount, paymentFlow, type Account } from '@larder/contracts/organization.js';
import { Modal, Radio, Select } from 'antd';
import { firstIssues } from '../../lib/first-issues.js';
import { FailureBox } from '../../ui/failure-box.js';
import { controlOf, Field, TextField, useForm } from '../../ui/form.js';
import { useToasts } from '../../ui/toasts.js';
import { useChangeAccountMutation } from './organization-api.js';
import { flows } from './payment-flows.js';

const zones = (current: string) => [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({ value, label: value.replaceAll('_', ' ') }));

interface Entered extends Record<string, string> {
  name: string;
  timeZone: string;
  paymentFlow: string;
  /** As a person writes an amount. */
  hold: string;
  statementDescriptor: string;
  instantRefund: string;
  disputeDays: string;
}
const centsOf = (amount: string) => (amount.trim() === '' ? Number.NaN : Math.round(Number(amount.replace(',', '.')) * 100));
const asked = ({ hold, instantRefund, disputeDays, ...entered }: Entered) => ({ ...entered, holdCents: Math.round(Number(hold.replace(',', '.')) * 100), instantRefundCents: centsOf(instantRefund), disputeDays: disputeDays.trim() === '' ? Number.NaN : Number(disputeDays) });

function complaints(entered: Entered) {
  const { holdCents: hold, instantRefundCents: instantRefund, ...found }: Record<string, string | undefined> = firstIssues(changeAccount.input, asked(entered));
  return { ...found, ...(hold && { hold }), ...(instantRefund && { instantRefund }) };
}

export function EditDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const toasts = useToasts();
  const [change, { error, isLoading }] = useChangeAccountMutation();
  const begun: Entered = {
    name: account.name, timeZone: account.timeZone, paymentFlow: account.paymentFlow, hold: (account.holdCents / 100).toFixed(2), statementDescriptor: account.statementDescriptor ?? '',
    instantRefund: (account.instantRefundCents / 100).toFixed(2), disputeDays: String(account.disputeDays),
  };
  const form = useForm<Entered>(begun, complaints, async (entered) => {
    const answer = await change(changeAccount.input.parse(asked(entered)) as Parameters<typeof change>[0]);
    if (answer.error) return;
    toasts.good('Organization updated');
    onClose();
  });
  const { entered, edit } = form;
  return (
    <Modal open title="Edit organization" okText="Save" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: 'edit-organization' }} onCancel={onClose}>
      <form id="edit-organization" className="stack" onSubmit={form.onSubmit} noValidate>
        {error && <FailureBox text="Failed to update account" error={error} />}
        <TextField form={form} name="name" label="Organization name" autoFocus maxLength={100} />
        <Field form={form} name="timeZone" label="Time zone" hint="Days begin and end here in reports and on the dashboard.">
          <Select {...controlOf(form, 'timeZone')} showSearch={{ optionFilterProp: 'label' }} value={entered.timeZone} options={zones(account.timeZone)} onChange={(timeZone) => edit({ timeZone })} />
        </Field>
        <fieldset className="choice">
          <legend>Guests pay</legend>
          <Radio.Group value={entered.paymentFlow} onChange={(event) => edit({ paymentFlow: String(event.target.value) })}>
            {paymentFlow.options.map((flow) => <Radio key={flow} value={flow}>{flows[flow].label}<small>{flows[flow].text}</small></Radio>)}
          </Radio.Group>
        </fieldset>
        {entered.paymentFlow === 'hold-first' && <TextField form={form} name="hold" label={`Held on the card (${account.currency})`} hint="Enough for a usual visit. What it does not reach for is asked of the guest afterwards." maxLength={6} />}
        <TextField form={form} name="statementDescriptor" label="Name on card statements" hint="5 to 22 characters with at least one letter. Empty: the payment provider's own name for the account." maxLength={22} />
        <div className="pair">
          <TextField form={form} name="instantRefund" label={`Refunded at once up to (${account.currency})`} hint="When a guest says it was put back and the machine's reports agree." inputMode="decimal" maxLength={6} />
          <TextField form={form} name="disputeDays" label="Days to say something was wrong" inputMode="numeric" maxLength={3} />
        </div>
      </form>
    </Modal>
  );
}
