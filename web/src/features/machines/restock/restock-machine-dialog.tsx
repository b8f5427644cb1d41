/** Fills a whole machine in one go: every slot up to its par level, or those alone that are low, unless something else was put in. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { Button } from 'antd';
import { plural } from '../../../lib/format.js';
import { useKeyFor } from '../../../lib/use-key-for.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { TextField, useForm } from '../../../ui/form.js';
import { useToasts } from '../../../ui/toasts.js';
import { unitsErrors, unitsIn } from '../detail/slot-forms.js';
import { useRestockMachineMutation } from '../machines-api.js';
import { missingOf, slotsToFill } from './missing.js';

/** @param lowOnly nothing was brought for other slots */
export function RestockMachineDialog({ machine, lowOnly = false, onClose }: { machine: MachineView; lowOnly?: boolean; onClose(): void }) {
  const toasts = useToasts();
  const keys = useKeyFor();
  const [restock, { error, isLoading }] = useRestockMachineMutation();
  const { machineId, inventory } = machine;
  const none = Object.fromEntries(inventory.map(({ slot }) => [slot, '']));
  const filled = (low: boolean) => ({ ...none, ...Object.fromEntries(slotsToFill(machine, low).map((item) => [item.slot, String(missingOf(item))])) });
  const form = useForm<Record<string, string>>(filled(lowOnly), unitsErrors, async (entered) => {
    const slots = inventory.map(({ slot, product }) => ({ slot, productId: product.id, quantity: unitsIn(entered[slot] ?? '') })).filter(({ quantity }) => quantity > 0);
    const answer = await restock({ machineId, slots, key: keys.keyFor(slots) });
    keys.heard(answer.error);
    if (answer.error) return;
    toasts.good(`${plural(slots.reduce((sum, { quantity }) => sum + quantity, 0), 'unit')} added to ${machine.name}`);
    onClose();
  });
  return (
    <Dialog title={`Restock ${machine.name}`} okText="Restock" width={640} confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: 'restock-machine' }} onCancel={onClose}>
      <form id="restock-machine" className="stack" noValidate onSubmit={form.onSubmit}>
        {error !== undefined && <FailureBox text="Failed to restock the machine" error={error} />}
        <div className="between">
          <p>Units added to each slot. What is left empty stays as it is{lowOnly && ', as all do that are not low'}.</p>
          <span className="commands">
            <Button size="small" onClick={() => form.edit(filled(false))}>Fill All</Button>
            <Button size="small" onClick={() => form.edit(none)}>Clear All</Button>
          </span>
        </div>
        {inventory.some(({ quantity }) => quantity < 0) && <p>From slots below zero more was taken than was known to be inside. Please count them once they are filled.</p>}
        <div className="restock-slots">
          {inventory.map(({ slot, product, quantity, maxQuantity }) => (
            <TextField key={slot} form={form} name={slot} label={`${slot} ${product.name}`} hint={`${quantity} of ${maxQuantity} inside${product.inactive ? ', inactive' : ''}`} inputMode="numeric" maxLength={3} />
          ))}
        </div>
      </form>
    </Dialog>
  );
}
