/** Lays an empty machine out like another one. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { isolated } from '@larder/contracts/names.js';
import { Button, Select } from 'antd';
import { plural } from '../../../lib/format.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { controlOf, Field, useForm } from '../../../ui/form.js';
import { useToasts } from '../../../ui/toasts.js';
import { ALL_BY_NAME } from '../machine-filters.js';
import { useLayOutMutation, useMachinesQuery } from '../machines-api.js';

export function LayOutDialog({ machine, onClose }: { machine: MachineView; onClose(): void }) {
  const toasts = useToasts();
  const { data, error: unlisted, isError, isFetching, refetch } = useMachinesQuery(ALL_BY_NAME);
  const [layOut, { error, isLoading }] = useLayOutMutation();
  const check = ({ like }: { like: string }) => (like === '' ? { like: 'Please choose a machine' } : {});
  const form = useForm({ like: '' }, check, async ({ like }) => {
    const { data: done } = await layOut({ machineId: machine.machineId, like });
    if (!done) return;
    toasts.good(`${plural(done.machine.inventory.length, 'slot')} laid out in ${machine.name}`);
    onClose();
  });
  const models = data?.machines.filter(({ machineId, inventory }) => machineId !== machine.machineId && inventory.length > 0) ?? [];
  if (data && !isFetching && models.length === 0) return <NoModel name={machine.name} onClose={onClose} />;
  const options = models.map(({ machineId, name, inventory }) => ({ value: machineId, label: `${isolated(name)}, ${plural(inventory.length, 'slot')}` }));
  return (
    <Dialog title={`Lay out ${machine.name}`} okText="Lay Out" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: 'lay-out' }} onCancel={onClose}>
      <form id="lay-out" className="stack" noValidate onSubmit={form.onSubmit}>
        {isError && <FailureBox text="Failed to load machines" error={unlisted} onRetry={refetch} />}
        {error !== undefined && <FailureBox text="Failed to lay out the machine" error={error} />}
        <p>Products, par levels and own prices are taken over slot by slot. Nothing is in them until you restock.</p>
        <Field form={form} name="like" label="Like machine">
          <Select {...controlOf(form, 'like')} showSearch={{ optionFilterProp: 'label' }} placeholder="Choose a machine" loading={isFetching} options={options} value={form.entered.like || undefined} onChange={(like) => form.edit({ like })} />
        </Field>
      </form>
    </Dialog>
  );
}

const NoModel = ({ name, onClose }: { name: string; onClose(): void }) => (
  <Dialog title={`Lay out ${name}`} footer={<Button onClick={onClose}>Close</Button>} onCancel={onClose}>
    No other machine has slots yet. Add products to one, and the next can be laid out like it.
  </Dialog>
);
