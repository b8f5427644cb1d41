/** One slot of a machine that is filled: units added to it, and what was lost there before. */
import type { LossCause, MachineView } from '@larder/contracts/fleet.js';
import { Button } from 'antd';
import { TextField, type Form } from '../../../ui/form.js';
import { CauseField } from '../detail/cause-field.js';
import { bestBeforeIn, lostIn } from './missing.js';

interface Props {
  form: Form<Record<string, string>>;
  item: MachineView['inventory'][number];
  /** Undefined while nothing is lost. */
  cause: LossCause | undefined;
  onCause(cause: LossCause): void;
}

export function RestockSlot({ form, item: { slot, product, quantity, maxQuantity }, cause, onCause }: Props) {
  return (
    <div className="restock-slot">
      <TextField form={form} name={slot} label={`${slot} ${product.name}`} hint={`${quantity} of ${maxQuantity} inside${product.inactive ? ', inactive' : ''}`} inputMode="numeric" maxLength={3} />
      <TextField form={form} name={bestBeforeIn(slot)} label={`Best before, slot ${slot} (optional)`} type="date" />
      {cause ? (
        <>
          <TextField form={form} name={lostIn(slot)} label={`Lost from ${slot}`} inputMode="numeric" maxLength={3} autoFocus />
          <CauseField label={`What became of it, slot ${slot}`} cause={cause} onCause={onCause} />
        </>
      ) : quantity > 0 && <Button size="small" aria-label={`Something was lost from slot ${slot}`} onClick={() => onCause('expired')}>Lost…</Button>}
    </div>
  );
}
