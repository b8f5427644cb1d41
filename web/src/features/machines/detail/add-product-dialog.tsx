/** Puts a product into a machine. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { AutoComplete, Select } from 'antd';
import { formatAmount } from '../../../lib/money-and-time.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { dayAt } from '../../../lib/time/day-at.js';
import { useKeyFor } from '../../../lib/use-key-for.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { controlOf, Field, TextField, useForm } from '../../../ui/form.js';
import { useToasts } from '../../../ui/toasts.js';
import { useStockableQuery, useStockSlotMutation } from '../machines-api.js';
import { BestBeforeField } from './best-before-field.js';
import { givenFor, noteGiven } from './given-days.js';
import { additionErrors, freeSlots, slotNote, spelled, type Addition } from './slot-forms.js';

const USUAL_MAX = 10;
/** Of a slot's name. */
const MOST_CHARACTERS = 8;

export function AddProductDialog({ machine, onClose }: { machine: MachineView; onClose: () => void }) {
  const toasts = useToasts();
  const keys = useKeyFor();
  const { data, error: unlisted, isError, isFetching, refetch } = useStockableQuery();
  const [add, { error, isLoading, reset }] = useStockSlotMutation();
  const check = (entered: Addition) => {
    const errors = additionErrors(entered);
    const isGone = !errors.product && !data?.products.some(({ id }) => id === entered.product);
    return isGone ? { ...errors, product: 'Selected product not found' } : errors;
  };
  const form = useForm<Addition>({ product: '', slot: '', quantity: '0', maxQuantity: String(USUAL_MAX), bestBefore: '' }, check, async ({ product, slot, quantity, maxQuantity, bestBefore }) => {
    const into = spelled(slot, machine);
    const addition = { machineId: machine.machineId, productId: product, ...(into && { slot: into }), quantity: Number(quantity), maxQuantity: Number(maxQuantity), ...(bestBefore && { bestBefore }) };
    const answer = await add({ ...addition, key: keys.keyFor(addition) });
    keys.heard(answer.error);
    if (answer.error) return;
    if (bestBefore) noteGiven(product, bestBefore);
    toasts.good(`${data?.products.find(({ id }) => id === product)?.name ?? 'Product'} added to ${machine.name}`);
    onClose();
  });
  /** The slot it would go into keeps its par level, unless somebody says otherwise. */
  const parOf = ({ product, slot }: Pick<Addition, 'product' | 'slot'>): string => {
    const into = spelled(slot, machine);
    return String(machine.inventory.find((item) => item.product.id === product && (into === '' || item.slot === into))?.maxQuantity ?? USUAL_MAX);
  };
  const { entered } = form;
  const choose = (product: string): void => form.edit({ product, maxQuantity: parOf({ ...entered, product }) });
  const place = (slot: string): void => form.edit({ slot, ...(entered.maxQuantity === parOf(entered) && { maxQuantity: parOf({ ...entered, slot }) }) });
  const note = slotNote(entered, machine);
  const today = dayAt(machine.timeZone, new Date(serverNow()).toISOString());
  const options = data?.products.map(({ id, name, sku, price }) => ({ value: id, label: `${name} (${sku}), ${formatAmount(price, machine.currency)}` })) ?? [];
  return (
    <Dialog title="Add Product" okText="Add Product" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: form.idOf('form' as keyof Addition) }} onCancel={onClose}>
      <form id={form.idOf('form' as keyof Addition)} className="stack" noValidate onSubmit={form.onSubmit}>
        {isError && <FailureBox text="Failed to load available products" error={unlisted} onRetry={refetch} />}
        {error && <FailureBox text="Failed to add product to machine" error={error} onDismiss={reset} />}
        <Field form={form} name="product" label="Product">
          <Select {...controlOf(form, 'product')} showSearch={{ optionFilterProp: 'label' }} placeholder="Choose a product" loading={isFetching} options={options} value={entered.product || undefined} onChange={choose} />
        </Field>
        <Field form={form} name="slot" label="Slot (optional)" hint={note}>
          <AutoComplete {...controlOf(form, 'slot', note)} value={entered.slot} options={freeSlots(machine).map((value) => ({ value }))} onChange={(slot: string) => place((slot ?? '').slice(0, MOST_CHARACTERS))} />
        </Field>
        <div className="pair">
          <TextField form={form} name="quantity" label="Quantity" inputMode="numeric" maxLength={3} />
          <TextField form={form} name="maxQuantity" label="Max quantity" inputMode="numeric" maxLength={3} />
        </div>
        <BestBeforeField form={form} name="bestBefore" label="Best before (optional)" offered={givenFor(entered.product, today)} />
      </form>
    </Dialog>
  );
}
