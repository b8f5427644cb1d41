/** The tax that a machine's prices include, and where it is set. */
import { taxMachine, type MachineView } from '@larder/contracts/fleet.js';
import { formatTaxRate } from '@larder/contracts/tax.js';
import { Button } from 'antd';
import { useState } from 'react';
import { numberOf } from '../../../lib/entered-number.js';
import type { Errors } from '../../../lib/first-issues.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { useBasis } from '../../../lib/use-basis.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { TextField, useForm } from '../../../ui/form.js';
import { useToasts } from '../../../ui/toasts.js';
import { useSetTaxMutation } from '../machines-api.js';

export function TaxSetting({ machine }: { machine: MachineView }) {
  const may = useMayChange('machines.create');
  const [open, setOpen] = useState(false);
  return (
    <span className="beside">
      {machine.taxBasisPoints > 0 ? `${formatTaxRate(machine.taxBasisPoints)} included in prices` : 'Not set'}
      {may && <Button size="small" aria-label="Change tax" onClick={() => setOpen(true)}>Change</Button>}
      {open && <TaxDialog machine={machine} onClose={() => setOpen(false)} />}
    </span>
  );
}

type Entered = { percent: string } & Record<string, string>;

/** `8.25` → 825. */
const basisPointsOf = (percent: string): number => Number(((numberOf(percent) ?? 0) * 100).toFixed(6));

function TaxDialog({ machine: { machineId, taxBasisPoints }, onClose }: { machine: MachineView; onClose(): void }) {
  const toasts = useToasts();
  const [setTax, { error, isLoading }] = useSetTaxMutation();
  const basis = useBasis(taxBasisPoints, error);
  const check = ({ percent }: Entered): Errors<Entered> => {
    const complaint = taxMachine.input.safeParse({ id: machineId, taxBasisPoints: basisPointsOf(percent) }).error?.issues[0];
    return complaint ? { percent: Number.isNaN(basisPointsOf(percent)) ? 'Please enter a percentage, such as 8.25' : complaint.message } : {};
  };
  const form = useForm<Entered>({ percent: taxBasisPoints > 0 ? String(taxBasisPoints / 100) : '' }, check, async ({ percent }) => {
    const answer = await setTax({ machineId, taxBasisPoints: basisPointsOf(percent), was: basis.was });
    if (answer.error) return;
    toasts.good('Tax updated');
    onClose();
  });
  return (
    <Dialog title="Tax in prices" okText="Save" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: form.idOf('form') }} onCancel={onClose}>
      <form id={form.idOf('form')} className="stack" noValidate onSubmit={form.onSubmit}>
        {error && <FailureBox text={basis.textFor('Failed to update the tax')} error={error} />}
        <TextField form={form} name="percent" label="Tax in percent" hint="Included in every price of this machine, but for products that have a rate of their own. It counts for visits that begin from now on; empty is none." inputMode="decimal" maxLength={6} autoFocus />
      </form>
    </Dialog>
  );
}
