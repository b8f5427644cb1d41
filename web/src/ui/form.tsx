/** Forms: what was entered, what is wrong with it, and where to look first. */
import { Input } from 'antd';
import { useId, useState, type FormEvent, type InputHTMLAttributes, type ReactElement, type ReactNode } from 'react';
import type { Errors } from '../lib/first-issues.js';

export interface Form<F extends Record<string, string>> {
  entered: F;
  errors: Errors<F>;
  edit(change: Partial<F>): void;
  onSubmit(event: FormEvent): void;
  idOf(name: keyof F): string;
  /** Back to what it began with. */
  reset(): void;
}

/** A field may be called `toString`, as slots may. */
const ownOf = <F,>(errors: Errors<F>): Errors<F> => Object.assign(Object.create(null) as Errors<F>, errors);

/**
 * @param check the first complaint about each field, in the fields' order
 * @param send called once nothing is wrong
 */
export function useForm<F extends Record<string, string>>(initial: F, check: (entered: F) => Errors<F>, send: (entered: F) => void | Promise<void>): Form<F> {
  const id = useId();
  const [entered, setEntered] = useState(initial);
  const [errors, setErrors] = useState<Errors<F>>(ownOf<F>({}));
  const idOf = (name: keyof F) => `${id}${String(name)}`;
  return {
    entered, errors, idOf,
    edit(change) {
      setEntered((was) => ({ ...was, ...change }));
      setErrors((was) => ownOf<F>({ ...was, ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])) }));
    },
    onSubmit(event) {
      event.preventDefault();
      const found = ownOf(check(entered));
      setErrors(found);
      const first = Object.keys(initial).find((name) => found[name]);
      if (first === undefined) void send(entered);
      else document.getElementById(idOf(first))?.focus();
    },
    reset() {
      setEntered(initial);
      setErrors(ownOf<F>({}));
    },
  };
}

type Name<F> = Extract<keyof F, string>;
interface FieldProps<F extends Record<string, string>> {
  form: Form<F>;
  name: Name<F>;
  label: string;
  /** Said below the field before anything is wrong. */
  hint?: ReactNode;
}

/** What a control of a form needs, so that its label and its complaint are read with it. */
export const controlOf = <F extends Record<string, string>>({ idOf, errors }: Form<F>, name: Name<F>, hint?: ReactNode) => {
  const ids = [...(errors[name] ? [`${idOf(name)}-error`] : []), ...(hint ? [`${idOf(name)}-hint`] : [])];
  return { id: idOf(name), status: errors[name] ? ('error' as const) : ('' as const), 'aria-invalid': errors[name] !== undefined, ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }) };
};

export function Field<F extends Record<string, string>>({ form, name, label, hint, children }: FieldProps<F> & { children: ReactElement }) {
  const id = form.idOf(name);
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      {children}
      {form.errors[name] && <p id={`${id}-error`} role="alert">{form.errors[name]}</p>}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

type TextProps<F extends Record<string, string>> = FieldProps<F> & Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'autoFocus' | 'readOnly' | 'maxLength' | 'inputMode' | 'placeholder' | 'autoCapitalize' | 'spellCheck'>;

export function TextField<F extends Record<string, string>>({ form, name, label, hint, ...rest }: TextProps<F>) {
  const change = (text: string) => form.edit({ [name]: text } as Partial<F>);
  return (
    <Field form={form} name={name} label={label} hint={hint}>
      <Input {...controlOf(form, name, hint)} {...rest} name={name} value={form.entered[name]} onChange={(event) => change(event.target.value)} />
    </Field>
  );
}

export function PasswordField<F extends Record<string, string>>({ form, name, label, hint, ...rest }: Omit<TextProps<F>, 'type'>) {
  const change = (text: string) => form.edit({ [name]: text } as Partial<F>);
  return (
    <Field form={form} name={name} label={label} hint={hint}>
      <Input.Password {...controlOf(form, name, hint)} maxLength={256} {...rest} name={name} value={form.entered[name]} onChange={(event) => change(event.target.value)} />
    </Field>
  );
}

/** Six digits from a letter or an authenticator app. */
export const CodeField = <F extends Record<string, string>>(props: Omit<TextProps<F>, 'type'>) => <TextField {...props} inputMode="numeric" autoComplete="one-time-code" maxLength={6} />;
