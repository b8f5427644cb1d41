/** Deciding a dispute: giving back all or a part, or telling the guest why not. */
import type { DisputeView } from '@larder/contracts/vending/disputes.js';
import { Input, Radio } from 'antd';
import type { Errors } from '../../../lib/first-issues.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { useKeyFor } from '../../../lib/use-key-for.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { controlOf, Field, TextField, useForm, type Form } from '../../../ui/form.js';
import { useToasts } from '../../../ui/toasts.js';
import { amountComplaint, amountOf } from '../refunds.js';
import { useDecideMutation } from './disputes-api.js';

interface Props {
  dispute: DisputeView;
  onClose(): void;
}
type Declined = { reason: string } & Record<string, string>;
type Entered = { part: 'full' | 'partial'; amount: string; reason: string } & Record<string, string>;

export function ApproveDialog({ dispute, onClose }: Props) {
  const toasts = useToasts();
  const keys = useKeyFor();
  const [decide, { error, isLoading, reset }] = useDecideMutation();
  const { id, currency, left } = dispute;
  const wanted = Math.min(dispute.amount, left);
  const check = ({ part, amount }: Entered): Errors<Entered> => {
    const complaint = part === 'partial' ? amountComplaint(amount, left, currency) : undefined;
    return complaint ? { amount: complaint } : {};
  };
  const form = useForm<Entered>({ part: 'full', amount: '', reason: '' }, check, async ({ part, amount, reason }) => {
    const order = { id, approve: true, amount: part === 'full' ? wanted : amountOf(amount), ...(reason.trim() && { reason: reason.trim() }) };
    const answer = await decide({ ...order, key: keys.keyFor(order) });
    keys.heard(answer.error);
    if (answer.error) return;
    toasts.good(`Refund of ${formatAmount(order.amount, currency)} is under way`);
    onClose();
  });
  return (
    <Dialog title="Approve the dispute" okText="Approve" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: form.idOf('form'), disabled: left <= 0 }} onCancel={onClose}>
      <form id={form.idOf('form')} className="stack" noValidate onSubmit={form.onSubmit}>
        {error && <FailureBox text="Failed to approve" error={error} onDismiss={reset} />}
        <p><bdi>{dispute.product.name}</bdi> x{dispute.quantity}. <strong>{formatAmount(left, currency)} can still be given back.</strong></p>
        <fieldset className="choice">
          <legend>Amount</legend>
          <Radio.Group value={form.entered.part} onChange={(event) => form.edit({ part: event.target.value as Entered['part'] })} options={[{ value: 'full', label: `What the guest wants, ${formatAmount(wanted, currency)}` }, { value: 'partial', label: 'Another amount' }]} />
        </fieldset>
        {form.entered.part === 'partial' && <TextField form={form} name="amount" label={`Amount in ${currency}`} inputMode="decimal" autoFocus maxLength={12} />}
        <Reason form={form} label="Note (optional)" hint="For colleagues: it goes into the sale's history." />
      </form>
    </Dialog>
  );
}

export function DeclineDialog({ dispute: { id, product }, onClose }: Props) {
  const toasts = useToasts();
  const keys = useKeyFor();
  const [decide, { error, isLoading, reset }] = useDecideMutation();
  const check = ({ reason }: Declined): Errors<Declined> => (reason.trim() === '' ? { reason: 'Please give a reason' } : {});
  const form = useForm<Declined>({ reason: '' }, check, async ({ reason }) => {
    const order = { id, approve: false, reason: reason.trim() };
    const answer = await decide({ ...order, key: keys.keyFor(order) });
    keys.heard(answer.error);
    if (answer.error) return;
    toasts.good('Dispute declined');
    onClose();
  });
  return (
    <Dialog title="Decline the dispute" okText="Decline" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: form.idOf('form') }} onCancel={onClose}>
      <form id={form.idOf('form')} className="stack" noValidate onSubmit={form.onSubmit}>
        {error && <FailureBox text="Failed to decline" error={error} onDismiss={reset} />}
        <p>Nothing is given back for {product.name}.</p>
        <Reason form={form} label="Reason" hint="The guest reads it on the receipt." />
      </form>
    </Dialog>
  );
}

function Reason<F extends { reason: string } & Record<string, string>>({ form, label, hint }: { form: Form<F>; label: string; hint: string }) {
  const name = 'reason' as Extract<keyof F, string>;
  return (
    <Field form={form} name={name} label={label} hint={hint}>
      <Input.TextArea {...controlOf(form, name, hint)} rows={2} maxLength={300} value={form.entered.reason} onChange={(event) => form.edit({ reason: event.target.value } as Partial<F>)} />
    </Field>
  );
}
