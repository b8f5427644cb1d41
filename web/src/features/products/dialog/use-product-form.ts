/** The product form as it is filled in: complaints come when a field is left, and go as soon as it is right. */
import { useState, type FocusEvent } from 'react';
import { useForm, type Form } from '../../../ui/form.js';
import { complaintsOf, formOf, type Entry } from './product-entry.js';
import type { ProductForm } from '@larder/contracts/catalog.js';

export interface LiveForm extends Form<Entry> {
  /** Whether a complaint is shown: nothing can be sent then. */
  wrong: boolean;
  onBlur(event: FocusEvent): void;
}

/**
 * @param currency of the organization's prices
 * @param refusedSku a SKU that the server would not take, and its reason
 */
export function useProductForm(initial: Entry, looked: boolean, currency: string, refusedSku: { sku: string; why: string } | undefined, send: (form: ProductForm) => void): LiveForm {
  const fields = Object.keys(initial) as (keyof Entry)[];
  const [left, setLeft] = useState<ReadonlySet<keyof Entry>>(new Set(looked ? fields : []));
  const form = useForm<Entry>(initial, (entered) => complaintsOf(entered, currency), (entered) => send(formOf(entered)));
  const complaints = complaintsOf(form.entered, currency);
  if (refusedSku && refusedSku.sku === form.entered.sku.trim()) complaints.sku ??= refusedSku.why;
  const errors = Object.fromEntries(fields.filter((field) => left.has(field) && complaints[field]).map((field) => [field, complaints[field]]));
  return {
    ...form, errors, wrong: Object.keys(errors).length > 0,
    onBlur({ target }) {
      const field = fields.find((one) => form.idOf(one) === target.id);
      if (field) setLeft((was) => new Set([...was, field]));
    },
    onSubmit(event) {
      setLeft(new Set(fields));
      form.onSubmit(event);
    },
  };
}
