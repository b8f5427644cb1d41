/** What can be done with one slot of a machine, each in a dialog of its own. */
import { dueUnits } from '@larder/contracts/fleet/best-before.js';
import type { Day } from '@larder/contracts/day.js';
import type { LossCause, MachineView } from '@larder/contracts/fleet.js';
import { daysLasting } from '@larder/contracts/fleet/pace.js';
import { Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { capitalized, plural } from '../../../lib/format.js';
import { useBasis } from '../../../lib/use-basis.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { dayAt } from '../../../lib/time/day-at.js';
import { useKeyFor } from '../../../lib/use-key-for.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { TextField, useForm, type Form } from '../../../ui/form.js';
import { useToasts } from '../../../ui/toasts.js';
import { lastsText, usePaces } from '../lasting.js';
import { useAdjustSlotMutation, useClearSlotMutation, useStockSlotMutation } from '../machines-api.js';
import { BestBeforeField } from './best-before-field.js';
import { CauseField } from './cause-field.js';
import { givenFor, noteGiven } from './given-days.js';
import { changeTo, countHint, FILL_ALL, parHint, unitsOf } from './slot-forms.js';

interface Props {
  machine: MachineView;
  item: MachineView['inventory'][number];
  onClose(): void;
}

/** By the machine's clock. */
const todayAt = ({ timeZone }: MachineView): Day => dayAt(timeZone, new Date(serverNow()).toISOString());

const NO_ID = 'Product ID is missing. Please refresh and try again.';

export function RestockDialog({ machine, item, onClose }: Props) {
  const toasts = useToasts();
  const [stock, { error, isLoading }] = useStockSlotMutation();
  const keys = useKeyFor();
  const room = item.maxQuantity - Math.max(0, item.quantity);
  const check = ({ quantity }: { quantity: string }) => (!item.product.id ? { quantity: NO_ID } : unitsOf(quantity) === undefined ? { quantity: FILL_ALL } : {});
  const form = useForm({ quantity: room > 0 ? String(room) : '', bestBefore: '' }, check, async ({ quantity, bestBefore }) => {
    const units = { machineId: machine.machineId, slot: item.slot, productId: item.product.id, quantity: Number(quantity), ...(bestBefore && { bestBefore }) };
    const answer = await stock({ ...units, key: keys.keyFor(units) });
    keys.heard(answer.error);
    if (answer.error) return;
    if (bestBefore) noteGiven(item.product.id, bestBefore);
    toasts.good(`${plural(Number(quantity), 'unit')} added to slot ${item.slot}`);
    onClose();
  });
  return (
    <SlotModal title={`Restock slot ${item.slot}`} okText="Restock" failed="Failed to add product to machine" form={form} error={error} busy={isLoading} onClose={onClose}>
      <p><bdi>{item.product.name}</bdi>: {item.quantity} of {item.maxQuantity} inside.</p>
      {item.quantity < 0 && <p>More was taken than was known to be inside. Please count the slot once it is filled.</p>}
      <TextField form={form} name="quantity" label="Units added" inputMode="numeric" maxLength={3} autoFocus />
      <BestBeforeField form={form} name="bestBefore" label="Best before (optional)" offered={givenFor(item.product.id, todayAt(machine))} />
    </SlotModal>
  );
}

export function CountDialog({ machine, item, onClose }: Props) {
  const toasts = useToasts();
  const keys = useKeyFor();
  const [adjust, { error, isLoading }] = useAdjustSlotMutation();
  const { was, textFor } = useBasis(item.quantity, error);
  const hint = countHint(machine);
  const check = ({ counted, reason }: { counted: string; reason: string }) => ({
    ...(changeTo(counted, was) === undefined && { counted: FILL_ALL }),
    ...(changeTo(counted, was) === 0 && !hint && { counted: `That is what is known already: ${was}` }),
    ...(reason.trim() === '' && { reason: 'Please give a reason' }),
  });
  const form = useForm({ counted: '', reason: '' }, check, async ({ counted, reason }) => {
    const count = { machineId: machine.machineId, slot: item.slot, productId: item.product.id, change: changeTo(counted, was) ?? 0, was, reason: reason.trim() };
    const answer = await adjust({ ...count, key: keys.keyFor(count) });
    keys.heard(answer.error);
    if (answer.error) return;
    toasts.good(`Slot ${item.slot} corrected`);
    onClose();
  });
  return (
    <SlotModal title={`Correct slot ${item.slot}`} okText="Correct" failed={textFor('Failed to correct the count', 'Nothing was corrected yet')} form={form} error={error} busy={isLoading} onClose={onClose}>
      <p><bdi>{item.product.name}</bdi>: {was} of {item.maxQuantity} by the books.</p>
      {hint && <p>{hint}</p>}
      <TextField form={form} name="counted" label="Units counted" inputMode="numeric" maxLength={3} autoFocus />
      <TextField form={form} name="reason" label="Reason" maxLength={200} />
    </SlotModal>
  );
}

/** What is past its day is counted; of what else was lost nobody knows how much. */
export const TakeOutDialog = (props: Props) => <LossDialog {...props} known={dueUnits([props.item], todayAt(props.machine)).past} />;

/** @param known units that are lost, as far as that is known; 0 for not at all */
export function LossDialog({ machine, item, known = 0, onClose }: Props & { known?: number }) {
  const toasts = useToasts();
  const keys = useKeyFor();
  const [adjust, { error, isLoading }] = useAdjustSlotMutation();
  const [cause, setCause] = useState<LossCause>('expired');
  const [isBack, setBack] = useState(false);
  const check = ({ units }: { units: string }) => (unitsOf(units) === undefined ? { units: FILL_ALL } : {});
  const form = useForm({ units: known > 0 ? String(known) : '' }, check, async ({ units }) => {
    // So many are gone whatever guests take meanwhile: it is no count.
    const loss = { machineId: machine.machineId, slot: item.slot, productId: item.product.id, change: isBack ? Number(units) : -Number(units), reason: capitalized(cause), cause };
    const answer = await adjust({ ...loss, key: keys.keyFor(loss) });
    keys.heard(answer.error);
    if (answer.error) return;
    toasts.good(isBack ? `Loss of ${plural(Number(units), 'unit')} from slot ${item.slot} taken back` : `${plural(Number(units), 'unit')} lost from slot ${item.slot}`);
    onClose();
  });
  return (
    <SlotModal title={`Loss from slot ${item.slot}`} okText={isBack ? 'Take Back' : 'Record Loss'} failed="Failed to record the loss" form={form} error={error} busy={isLoading} onClose={onClose}>
      <p><bdi>{item.product.name}</bdi>: {item.quantity} of {item.maxQuantity} by the books.</p>
      <TextField form={form} name="units" label="Units lost" inputMode="numeric" maxLength={3} autoFocus />
      <CauseField label="What became of it" cause={cause} onCause={setCause} />
      <Checkbox checked={isBack} onChange={({ target }) => setBack(target.checked)}>Recorded by mistake: these units are there</Checkbox>
    </SlotModal>
  );
}

export function ParDialog({ machine, item, onClose }: Props) {
  const toasts = useToasts();
  const keys = useKeyFor();
  const [stock, { error, isLoading }] = useStockSlotMutation();
  const basis = useBasis(item.maxQuantity, error);
  const { paceOf } = usePaces(machine.machineId);
  const check = ({ maxQuantity }: { maxQuantity: string }) => (!item.product.id ? { maxQuantity: NO_ID } : unitsOf(maxQuantity) === undefined ? { maxQuantity: FILL_ALL } : {});
  const form = useForm({ maxQuantity: String(item.maxQuantity) }, check, async ({ maxQuantity }) => {
    const par = { machineId: machine.machineId, slot: item.slot, productId: item.product.id, quantity: 0, maxQuantity: Number(maxQuantity), wasMaxQuantity: basis.was };
    const answer = await stock({ ...par, key: keys.keyFor(par) });
    keys.heard(answer.error);
    if (answer.error) return;
    toasts.good(`Slot ${item.slot} is full at ${maxQuantity}`);
    onClose();
  });
  return (
    <SlotModal title={`Par level of slot ${item.slot}`} okText="Set" failed={basis.textFor('Failed to set the par level')} form={form} error={error} busy={isLoading} onClose={onClose}>
      <TextField form={form} name="maxQuantity" label="Max quantity" hint={parHint(machine.lowStockPercent, lastsText(daysLasting(unitsOf(form.entered.maxQuantity) ?? 0, paceOf(machine.machineId, item.product.id))))} inputMode="numeric" maxLength={3} autoFocus />
    </SlotModal>
  );
}

export function RemoveDialog({ machine, item, onClose }: Props) {
  const toasts = useToasts();
  const [clear] = useClearSlotMutation();
  return (
    <ConfirmDialog
      danger title={`Remove ${item.product.name}?`} okText="Remove" failed="Failed to remove product from machine" onClose={onClose}
      act={() => clear({ machineId: machine.machineId, slot: item.slot, productId: item.product.id })} onDone={() => toasts.good(`${item.product.name} removed from ${machine.name}`)}
    >
      <p>Slot {item.slot} becomes free. {item.quantity > 0 ? `The ${plural(item.quantity, 'unit')} in it are no longer counted. If something of it was thrown away or is gone, please record that as a loss first.` : 'There is nothing left in it.'} What was sold stays in your sales.</p>
    </ConfirmDialog>
  );
}

interface ModalProps<F extends Record<string, string>> {
  title: string;
  okText: string;
  failed: string;
  form: Form<F>;
  error: unknown;
  busy: boolean;
  onClose(): void;
  children: ReactNode;
}

function SlotModal<F extends Record<string, string>>({ title, okText, failed, form, error, busy, onClose, children }: ModalProps<F>) {
  return (
    <Dialog title={title} okText={okText} confirmLoading={busy} okButtonProps={{ htmlType: 'submit', form: 'slot-form' }} onCancel={onClose}>
      <form id="slot-form" className="stack" noValidate onSubmit={form.onSubmit}>
        {error !== undefined && <FailureBox text={failed} error={error} />}
        {children}
      </form>
    </Dialog>
  );
}
