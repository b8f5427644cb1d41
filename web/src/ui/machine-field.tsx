/** Narrows to one machine, from what is offered or written out: its sales may outlive it. */
import { plain } from '@larder/contracts/names.js';
import { AutoComplete } from 'antd';
import { useId } from 'react';
import { useMachineNamesQuery } from '../lib/machine-names-api.js';
import { machineIdFor, offeredFor } from '../lib/named-machines.js';
import { useSettled } from './use-settled.js';

export function MachineField({ machineId, onMachine }: { machineId: string; onMachine(machineId: string): void }) {
  const id = useId();
  const { data: machines = [] } = useMachineNamesQuery();
  const [machine, setMachine] = useSettled(machineId, (text) => onMachine(machineIdFor(text, machines)));
  return (
    <label htmlFor={id}>
      Machine ID
      <AutoComplete
        id={id} allowClear value={machine} onChange={(text?: string) => setMachine((text ?? '').slice(0, 40))} placeholder="Any machine" popupMatchSelectWidth={false}
        options={offeredFor(machine, machines).map((one) => ({ value: one.machineId, label: `${one.name} (${one.machineId})` }))} showSearch={{ filterOption: (text, option) => plain(option?.label ?? '').includes(plain(text.trim())) }}
      />
    </label>
  );
}
