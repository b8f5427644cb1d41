/** Fills a whole machine in one go: every slot up to its par level, or those alone that something is brought for, unless something else was put in. */
import type { LossCause, MachineView } from '@larder/contracts/fleet.js';
import { Button } from 'antd';
import { useState } from 'react';
import { plural } from '../../../lib/format.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { dayAt } from '../../../lib/time/day-at.js';
import { useKeyFor } from '../../../lib/use-key-for.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { useForm } from '../../../ui/form.js';
import { useToasts } from '../../../ui/toasts.js';
import { givenFor, noteGiven } from '../detail/given-days.js';
import { unitsErrors, unitsIn } from '../detail/slot-forms.js';
import { useRestockMachineMutation } from '../machines-api.js';
import { bestBeforeIn, lostIn, missingOf, slotsToFill, type Choice } from './missing.js';
import { RestockSlot } from './restock-slot.js';

type Item = MachineView['inventory'][number];

const EVERYTHING: Choice = { only: 'all', paceOf: () => undefined };

/** @param choice the slots that something was brought for */
export function RestockMachineDialog({ machine, choice = EVERYTHING, onClose }: { machine: MachineView; choice?: Choice; onClose(): void }) {
  const toasts = useToasts();
  const keys = useKeyFor();
  const [restock, { error, isLoading }] = useRestockMachineMutation();
  const { machineId, inventory } = machine;
  // Of a slot that a colleague gives to something else meanwhile: sending it says so.
  const [began] = useState(() => new Map(inventory.map(({ slot, product }) => [slot, product.id])));
  const [causes, setCauses] = useState<ReadonlyMap<string, LossCause>>(new Map());
  const today = dayAt(machine.timeZone, new Date(serverNow()).toISOString());
  const none = Object.fromEntries(inventory.map(({ slot }) => [slot, '']));
  const noLoss = Object.fromEntries(inventory.map(({ slot }) => [lostIn(slot), '']));
  const noDays = Object.fromEntries(inventory.map(({ slot }) => [bestBeforeIn(slot), '']));
  const check = (entered: Record<string, string>) => unitsErrors(Object.fromEntries(Object.entries(entered).filter(([name]) => !Object.hasOwn(noDays, name))));
  const filled = (chosen: Choice, entered: Record<string, string>) => {
    const emptied = inventory.map((item) => ({ ...item, quantity: item.quantity - unitsIn(entered[lostIn(item.slot)] ?? '') }));
    return { ...none, ...Object.fromEntries(slotsToFill({ ...machine, inventory: emptied }, chosen).map((item) => [item.slot, String(missingOf(item))])) };
  };
  const form = useForm<Record<string, string>>({ ...filled(choice, noLoss), ...noLoss, ...noDays }, check, async (entered) => {
    const unitsOf = (nameOf: (slot: string) => string) => inventory.map(({ slot, product }) => ({ slot, productId: began.get(slot) ?? product.id, quantity: unitsIn(entered[nameOf(slot)] ?? '') })).filter(({ quantity }) => quantity > 0);
    const units = { slots: unitsOf((slot) => slot).map((its) => ({ ...its, ...(entered[bestBeforeIn(its.slot)] && { bestBefore: entered[bestBeforeIn(its.slot)] }) })), lost: unitsOf(lostIn).map((its) => ({ ...its, cause: causes.get(its.slot) ?? 'expired' })) };
    const answer = await restock({ machineId, ...units, key: keys.keyFor(units) });
    keys.heard(answer.error);
    if (answer.error) return;
    for (const { productId, bestBefore } of units.slots) if (bestBefore) noteGiven(productId, bestBefore);
    toasts.good(doneText(machine.name, sumOf(units.slots), sumOf(units.lost)));
    onClose();
  });
  const offeredFor = ({ slot, product }: Item) => {
    const beside = inventory.findLast((other) => other.slot !== slot && other.product.id === product.id && (form.entered[bestBeforeIn(other.slot)] ?? '') >= today);
    return (beside && form.entered[bestBeforeIn(beside.slot)]) ?? givenFor(product.id, today);
  };
  return (
    <Dialog title={`Restock ${machine.name}`} okText="Restock" width={640} confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: 'restock-machine' }} onCancel={onClose}>
      <form id="restock-machine" className="stack" noValidate onSubmit={form.onSubmit}>
        {error !== undefined && <FailureBox text="Failed to restock the machine" error={error} />}
        <div className="between">
          <p>Units added to each slot. What is left empty stays as it is{choice.only !== 'all' && `, as all do that ${choice.only === 'low' ? 'are not low' : 'will last'}`}. What expired, is damaged or gone comes off first.</p>
          <span className="commands">
            <Button size="small" onClick={() => form.edit(filled(EVERYTHING, form.entered))}>Fill All</Button>
            <Button size="small" onClick={() => form.edit(none)}>Clear All</Button>
          </span>
        </div>
        {inventory.some(({ quantity }) => quantity < 0) && <p>From slots below zero more was taken than was known to be inside. Please count them once they are filled.</p>}
        <div className="restock-slots">
          {inventory.map((item) => <RestockSlot key={item.slot} form={form} item={item} today={today} offered={offeredFor(item)} cause={causes.get(item.slot)} onCause={(cause) => setCauses((was) => new Map(was).set(item.slot, cause))} />)}
        </div>
      </form>
    </Dialog>
  );
}

const sumOf = (units: readonly { quantity: number }[]): number => units.reduce((sum, { quantity }) => sum + quantity, 0);

function doneText(name: string, added: number, lost: number): string {
  if (lost === 0) return `${plural(added, 'unit')} added to ${name}`;
  return added === 0 ? `${plural(lost, 'unit')} lost in ${name}` : `${plural(added, 'unit')} added to ${name}, ${lost} lost before`;
}
