/** Looking back: chooses the moment a screen shows, and says that it is not now. */
import { HistoryOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { serverNow } from '../lib/server-clock.js';
import { useAsOf } from '../lib/use-as-of.js';
import { zoneName } from '../lib/format.js';
import { formatDateTime } from '../lib/money-and-time.js';
import { Dialog } from './dialog.js';
import { Field, useForm } from './form.js';

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const two = (number: number): string => String(number).padStart(2, '0');
/** As the browser's own field for a moment spells it, by the clock on this wall. */
const onThisWall = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;

export function LookBackButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<HistoryOutlined />} onClick={() => setOpen(true)}>Look back</Button>
      {open && <LookBackDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function LookBackDialog({ onClose }: { onClose(): void }) {
  const { asOf, lookAt } = useAsOf();
  const check = ({ moment }: { moment: string }) => ({ ...(moment === '' ? { moment: 'Please choose a moment' } : Date.parse(moment) > serverNow() && { moment: 'That moment has not come yet' }) });
  const form = useForm({ moment: onThisWall(new Date(asOf ?? serverNow() - 86_400_000)) }, check, ({ moment }) => {
    lookAt(new Date(moment).toISOString());
    onClose();
  });
  return (
    <Dialog title="Look back" okText="Show" okButtonProps={{ htmlType: 'submit', form: 'look-back' }} onCancel={onClose}>
      <form id="look-back" noValidate onSubmit={form.onSubmit}>
        <Field form={form} name="moment" label="Show everything as it was at" hint={`${zoneName(here)}, where you are`}>
          <Input id={form.idOf('moment')} type="datetime-local" max={onThisWall(new Date(serverNow()))} value={form.entered.moment} onChange={({ target }) => form.edit({ moment: target.value })} />
        </Field>
      </form>
    </Dialog>
  );
}

/** Nothing while the screen shows now. */
export function LookingBack({ children }: { children?: string }) {
  const { asOf, lookAt } = useAsOf();
  if (!asOf) return null;
  return <Alert className="failure" role="status" type="info" showIcon icon={<HistoryOutlined />} title={`As it was on ${formatDateTime(asOf)}, ${zoneName(here)}`} description={children} action={<Button size="small" onClick={() => lookAt(undefined)}>Back to now</Button>} />;
}
