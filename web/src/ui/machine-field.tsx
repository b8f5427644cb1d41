/** Narrows to one machine, from what is offered or written out: its sales may outlive it. */
import { plain } from '@larder/contracts/names.js';
import { AutoComplete } from 'antd';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useMachineNamesQuery } from '../lib/machines/machine-names-api.js';
import { machineIdFor, offeredFor } from '../lib/machines/named-machines.js';
import { useSettled } from './use-settled.js';

export function MachineField({ machineId, onMachine }: { machineId: string; onMachine(machineId: string): void }) {
  const id = useId();
  const { data: machines = [] } = useMachineNamesQuery();
  const [handedOn, setHandedOn] = useState<string>();
  const hand = (text: string) => {
    setHandedOn(machineIdFor(text, machines));
    onMachine(machineIdFor(text, machines));
  };
  const [machine, setMachine] = useSettled(machineId, hand);
  // Where the names come later than one was typed, it was taken for an id that no machine has.
  const named = handedOn === machineId ? machineIdFor(machineId, machines) : machineId;
  const correct = useEffectEvent(hand);
  useEffect(() => {
    if (named !== machineId) correct(named);
  }, [named, machineId]);
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
