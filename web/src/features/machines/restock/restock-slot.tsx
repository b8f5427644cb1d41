/** One slot of a machine that is filled: units added to it, and what was lost there before. */
import { dueUnits } from '@larder/contracts/fleet/best-before.js';
import type { Day } from '@larder/contracts/day.js';
import type { LossCause, MachineView } from '@larder/contracts/fleet.js';
import { Button } from 'antd';
import { useState } from 'react';
import { TextField, type Form } from '../../../ui/form.js';
import { BestBeforeField, dayOffer } from '../detail/best-before-field.js';
import { CauseField } from '../detail/cause-field.js';
import { freshnessNotes } from '../detail/freshness.js';
import { unitsIn } from '../detail/slot-forms.js';
import { bestBeforeIn, lostIn, missingOf } from './missing.js';

interface Props {
  form: Form<Record<string, string>>;
  item: MachineView['inventory'][number];
  /** The machine's day. */
  today: Day;
  /** The day that was given last for its product. */
  offered: Day | undefined;
  /** Undefined while nothing is lost. */
  cause: LossCause | undefined;
  onCause(cause: LossCause): void;
}

export function RestockSlot({ form, item, today, offered, cause, onCause }: Props) {
  const { slot, product, quantity, maxQuantity } = item;
  const [isDated, setDated] = useState(false);
  const isFilled = unitsIn(form.entered[slot] ?? '') > 0;
  const takeOver = () => {
    setDated(true);
    form.edit({ [bestBeforeIn(slot)]: offered });
  };
  const past = dueUnits([item], today).past;
  const takeOut = () => {
    const isAsOffered = form.entered[slot] === String(missingOf(item)) || (form.entered[slot] === '' && missingOf(item) === 0);
    const room = missingOf({ maxQuantity, quantity: quantity - past });
    form.edit({ [lostIn(slot)]: String(past), ...(isAsOffered && !product.inactive && { [slot]: String(room) }) });
    onCause('expired');
  };
  const notes = freshnessNotes(item, today).map(({ text }) => text);
  return (
    <div className="restock-slot">
      <TextField form={form} name={slot} label={`${slot} ${product.name}`} hint={[`${quantity} of ${maxQuantity} inside`, ...(product.inactive ? ['inactive'] : []), ...notes].join(', ')} inputMode="numeric" maxLength={3} />
      {isDated && <BestBeforeField form={form} name={bestBeforeIn(slot)} label={`What is added to ${slot} is best before`} offered={offered} autoFocus />}
      {cause && (
        <>
          <TextField form={form} name={lostIn(slot)} label={`Lost from ${slot}`} inputMode="numeric" maxLength={3} autoFocus />
          <CauseField label={`What became of it, slot ${slot}`} cause={cause} onCause={onCause} />
        </>
      )}
      <span className="commands">
        {!isDated && isFilled && <Button size="small" aria-label={`Best before what day, in ${slot}`} onClick={() => setDated(true)}>Best before…</Button>}
        {!isDated && isFilled && offered && <Button size="small" aria-label={`${dayOffer(offered)}, in ${slot}`} onClick={takeOver}>{dayOffer(offered)}</Button>}
        {!cause && past > 0 && <Button size="small" aria-label={`Take out ${past} of slot ${slot}`} onClick={takeOut}>Take out {past}</Button>}
        {!cause && quantity > 0 && <Button size="small" aria-label={`Something was lost from slot ${slot}`} onClick={() => onCause('expired')}>Lost…</Button>}
      </span>
    </div>
  );
}
