/** Changes the settings of the organization. */
import { paymentFlow, type Account } from '@larder/contracts/identity/organization.js';
import { Checkbox, Radio, Select } from 'antd';
import { useState } from 'react';
import { nameOfCurrency } from '../../lib/format.js';
import { zoneChoices } from '../../lib/time/time-zones.js';
import { useBasis } from '../../lib/use-basis.js';
import { Dialog } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { controlOf, Field, TextField, useForm, type Form } from '../../ui/form.js';
import { useToasts } from '../../ui/toasts.js';
import { useAccountQuery } from '../../lib/session/session-api.js';
import { nameOf } from '../team/member-parts.js';
import { useChangeAccountMutation, useMembersQuery } from './organization-api.js';
import { changesOf, complaintsOf, entryOf, shownOf, type Entry } from './organization-entry.js';
import { flows } from './payment-flows.js';

export function EditDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const toasts = useToasts();
  const [change, { error, isLoading }] = useChangeAccountMutation();
  const [began] = useState(account);
  const [begun] = useState(() => entryOf(began));
  const { was, textFor } = useBasis<Partial<Account>>(began, error);
  const form = useForm(begun, (entered) => complaintsOf(begun, entered), async (entered) => {
    const changes = changesOf(begun, entered);
    const answer = await change({ ...changes, was: shownOf(changes, { ...began, ...was }) });
    if (answer.error) return;
    toasts.good('Organization updated');
    onClose();
  });
  const { entered, edit } = form;
  return (
    <Dialog title="Edit organization" okText="Save" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: 'edit-organization' }} onCancel={onClose}>
      <form id="edit-organization" className="stack" onSubmit={form.onSubmit} noValidate>
        {error && <FailureBox text={textFor('Failed to update account')} error={error} />}
        <TextField form={form} name="name" label="Organization name" autoFocus maxLength={100} />
        <Field form={form} name="timeZone" label="Time zone" hint="Days begin and end here in reports and on the dashboard.">
          <Select {...controlOf(form, 'timeZone')} showSearch={{ optionFilterProp: 'label' }} value={entered.timeZone} options={zoneChoices(account.timeZone)} onChange={(timeZone) => edit({ timeZone })} />
        </Field>
        <CurrencyField form={form} account={account} />
        <fieldset className="choice">
          <legend>Guests pay</legend>
          <Radio.Group value={entered.paymentFlow} onChange={(event) => edit({ paymentFlow: String(event.target.value) })}>
            {paymentFlow.options.map((flow) => <Radio key={flow} value={flow}>{flows[flow].label}<small>{flows[flow].text}</small></Radio>)}
          </Radio.Group>
        </fieldset>
        {entered.paymentFlow === 'hold-first' && <TextField form={form} name="hold" label={`Held on the card (${entered.currency})`} hint="Enough for a usual visit. What it does not reach for is asked of the guest afterwards." inputMode="decimal" maxLength={8} />}
        <TextField form={form} name="statementDescriptor" label="Name on card statements" hint="5 to 22 characters with at least one letter. It stands behind the short name of your payment account; what is too long for both together is cut. Empty: the account's own name." maxLength={22} />
        <TextField form={form} name="guestContact" label="Guests' questions go to" hint="A phone number or an e-mail address, shown to guests during and after their visit." maxLength={120} />
        <div className="pair">
          <TextField form={form} name="instantRefund" label={`Refunded at once up to (${entered.currency})`} hint="When a guest says it was put back and the machine's reports agree." inputMode="decimal" maxLength={8} />
          <TextField form={form} name="disputeDays" label="Days to say something was wrong" inputMode="numeric" maxLength={3} />
        </div>
        <FactorField form={form} />
      </form>
    </Dialog>
  );
}

/** Amounts of two currencies are not added up, so the first machine settles it. */
function CurrencyField({ form, account }: { form: Form<Entry>; account: Account }) {
  const { data } = useAccountQuery();
  const isSettled = account.machineCount > 0;
  const hint = isSettled ? 'Settled since the first machine was added.' : 'What prices and sales are in. Settled once the first machine is added.';
  return (
    <Field form={form} name="currency" label="Currency" hint={hint}>
      <Select {...controlOf(form, 'currency', hint)} disabled={isSettled} showSearch={{ optionFilterProp: 'label' }} value={form.entered.currency} options={[...new Set([account.currency, ...(data?.currencies ?? [])])].map((value) => ({ value, label: `${value} · ${nameOfCurrency(value)}` }))} onChange={(currency) => form.edit({ currency })} />
    </Field>
  );
}

/** Says before it is saved who will have to turn it on. */
function FactorField({ form }: { form: Form<Entry> }) {
  const { data: members } = useMembersQuery();
  const without = members?.filter(({ secondFactor }) => secondFactor === false).map(nameOf) ?? [];
  const isAsked = form.entered.requiresSecondFactor === 'yes';
  return (
    <div className="login-field">
      <Checkbox id={form.idOf('requiresSecondFactor')} checked={isAsked} onChange={({ target }) => form.edit({ requiresSecondFactor: target.checked ? 'yes' : 'no' })} aria-describedby={`${form.idOf('requiresSecondFactor')}-hint`}>
        Ask everybody for two-step sign-in
      </Checkbox>
      <small id={`${form.idOf('requiresSecondFactor')}-hint`}>
        {isAsked && without.length > 0 ? `Without it, and let in again once they have turned it on: ${without.join(', ')}.` : 'Members see nothing of the organization before they have turned it on. Whoever signs in elsewhere is asked there.'}
      </small>
    </div>
  );
}
