/** Giving back all or a part of a sold line, with the reason that goes into its history. */
import type { SaleView } from '@larder/contracts/sales.js';
import { Alert, Input, Radio } from 'antd';
import type { Errors } from '../../lib/first-issues.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { useKeyFor } from '../../lib/use-key-for.js';
import { Dialog } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { controlOf, Field, TextField, useForm } from '../../ui/form.js';
import { useToasts } from '../../ui/toasts.js';
import { RefundHistory } from './refund-history.js';
import { amountComplaint, amountOf, remaining, takenText } from './refunds.js';
import { useRefundMutation } from './sales-api.js';

type Entered = { part: 'full' | 'partial'; amount: string; reason: string } & Record<string, string>;

/** @param sale as it is now: what is left follows what happens elsewhere while the dialog is open */
export function RefundDialog({ sale, onClose }: { sale: SaleView; onClose: () => void }) {
  const toasts = useToasts();
  const left = remaining(sale);
  const keys = useKeyFor();
  const [refund, { error, isLoading, reset }] = useRefundMutation();
  const check = ({ part, amount, reason }: Entered): Errors<Entered> => {
    const complaint = part === 'partial' ? amountComplaint(amount, left, sale.currency) : undefined;
    return { ...(complaint && { amount: complaint }), ...(reason.trim() === '' && { reason: 'Please give a reason' }) };
  };
  const form = useForm<Entered>({ part: 'full', amount: '', reason: '' }, check, async ({ part, amount, reason }) => {
    const order = { id: sale.id, amount: part === 'full' ? left : amountOf(amount), reason: reason.trim() };
    const answer = await refund({ ...order, key: keys.keyFor(order) });
    keys.heard(answer.error);
    if (!answer.data) return;
    toasts.good(takenText(answer.data.sale, order.amount));
    onClose();
  });
  return (
    <Dialog title="Refund" okText={sale.refundsBy === 'hand' ? 'Record refund' : 'Refund'} confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: form.idOf('form'), disabled: left <= 0 }} onCancel={onClose}>
      <form id={form.idOf('form')} className="stack" noValidate onSubmit={form.onSubmit}>
        {error && <FailureBox text="Failed to refund" error={error} onDismiss={reset} />}
        <p><bdi>{sale.product.name}</bdi> x{sale.quantity}, {formatAmount(sale.amount, sale.currency)}. <strong>{formatAmount(left, sale.currency)} can still be refunded.</strong></p>
        {sale.refundsBy === 'hand' && <Alert type="info" showIcon title="This refund is only recorded: Larder took no payment for this sale. Please hand the money over yourself." />}
        <RefundHistory sale={sale} />
        <fieldset className="choice">
          <legend>Amount</legend>
          <Radio.Group value={form.entered.part} onChange={(event) => form.edit({ part: event.target.value as Entered['part'] })} options={[{ value: 'full', label: `All that is left, ${formatAmount(left, sale.currency)}` }, { value: 'partial', label: 'A part of it' }]} />
        </fieldset>
        {form.entered.part === 'partial' && <TextField form={form} name="amount" label={`Amount in ${sale.currency}`} inputMode="decimal" autoFocus maxLength={12} />}
        <Field form={form} name="reason" label="Reason">
          <Input.TextArea {...controlOf(form, 'reason')} rows={2} maxLength={300} value={form.entered.reason} onChange={(event) => form.edit({ reason: event.target.value })} />
        </Field>
      </form>
    </Dialog>
  );
}
