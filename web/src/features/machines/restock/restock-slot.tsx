/** One slot of a machine that is filled: units added to it, and what was lost there before. */
import type { Day } from '@larder/contracts/day.js';
import type { LossCause, MachineView } from '@larder/contracts/fleet.js';
import { Button } from 'antd';
import { useState } from 'react';
import { TextField, type Form } from '../../../ui/form.js';
import { CauseField } from '../detail/cause-field.js';
import { freshnessNotes } from '../detail/freshness.js';
import { unitsIn } from '../detail/slot-forms.js';
import { bestBeforeIn, lostIn } from './missing.js';

interface Props {
  form: Form<Record<string, string>>;
  item: MachineView['inventory'][number];
  /** The machine's day. */
  today: Day;
  /** Undefined while nothing is lost. */
  cause: LossCause | undefined;
  onCause(cause: LossCause): void;
}

export function RestockSlot({ form, item, today, cause, onCause }: Props) {
  const { slot, product, quantity, maxQuantity } = item;
  const [isDated, setDated] = useState(false);
  const notes = freshnessNotes(item, today).map(({ text }) => text);
  return (
    <div className="restock-slot">
      <TextField form={form} name={slot} label={`${slot} ${product.name}`} hint={[`${quantity} of ${maxQuantity} inside`, ...(product.inactive ? ['inactive'] : []), ...notes].join(', ')} inputMode="numeric" maxLength={3} />
      {isDated && <TextField form={form} name={bestBeforeIn(slot)} label={`What is added to ${slot} is best before`} type="date" autoFocus />}
      {cause && (
        <>
          <TextField form={form} name={lostIn(slot)} label={`Lost from ${slot}`} inputMode="numeric" maxLength={3} autoFocus />
          <CauseField label={`What became of it, slot ${slot}`} cause={cause} onCause={onCause} />
        </>
      )}
      <span className="commands">
        {!isDated && unitsIn(form.entered[slot] ?? '') > 0 && <Button size="small" aria-label={`Best before what day, in ${slot}`} onClick={() => setDated(true)}>Best before…</Button>}
        {!cause && quantity > 0 && <Button size="small" aria-label={`Something was lost from slot ${slot}`} onClick={() => onCause('expired')}>Lost…</Button>}
      </span>
    </div>
  );
}
