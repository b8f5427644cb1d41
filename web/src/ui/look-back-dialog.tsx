/** Chooses the moment a screen shows. */
import { Input } from 'antd';
import { serverNow } from '../lib/time/server-clock.js';
import { useAsOf } from '../lib/time/use-as-of.js';
import { Dialog } from './dialog.js';
import { Field, useForm } from './form.js';

const two = (number: number): string => String(number).padStart(2, '0');
/** As the browser's own field for a moment spells it, by the clock on this wall. */
const onThisWall = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;

export function LookBackDialog({ here, onClose }: { here: string; onClose(): void }) {
  const { asOf, lookAt } = useAsOf();
  const check = ({ moment }: { moment: string }) => ({ ...(moment === '' ? { moment: 'Please choose a moment' } : Date.parse(moment) > serverNow() && { moment: 'That moment has not come yet' }) });
  const form = useForm({ moment: onThisWall(new Date(asOf ?? serverNow() - 86_400_000)) }, check, ({ moment }) => {
    lookAt(new Date(moment).toISOString());
    onClose();
  });
  return (
    <Dialog title="Look back" okText="Show" okButtonProps={{ htmlType: 'submit', form: 'look-back' }} onCancel={onClose}>
      <form id="look-back" noValidate onSubmit={form.onSubmit}>
        <Field form={form} name="moment" label="Show everything as it was at" hint={`${here}, where you are`}>
          <Input id={form.idOf('moment')} type="datetime-local" max={onThisWall(new Date(serverNow()))} value={form.entered.moment} onChange={({ target }) => form.edit({ moment: target.value })} />
        </Field>
      </form>
    </Dialog>
  );
}
