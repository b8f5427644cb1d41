/** The day that stands on what is put in; the one that was given last for the same product is taken over in one tap. */
import type { Day } from '@larder/contracts/day.js';
import { Button } from 'antd';
import { formatDay } from '../../../lib/format.js';
import { TextField, type Form } from '../../../ui/form.js';

interface Props<F extends Record<string, string>> {
  form: Form<F>;
  name: Extract<keyof F, string>;
  label: string;
  offered: Day | undefined;
  autoFocus?: boolean;
}

export function BestBeforeField<F extends Record<string, string>>({ form, name, label, offered, autoFocus = false }: Props<F>) {
  const takeOver = () => {
    form.edit({ [name]: offered } as Partial<F>);
    // What was tapped goes away, and the next key would go nowhere.
    document.getElementById(form.idOf(name))?.focus();
  };
  return (
    <div className="best-before">
      <TextField form={form} name={name} label={label} type="date" autoFocus={autoFocus} />
      {offered && offered !== form.entered[name] && <Button size="small" onClick={takeOver}>{dayOffer(offered)}</Button>}
    </div>
  );
}

export const dayOffer = (offered: Day): string => `As before: ${formatDay(offered)}`;
