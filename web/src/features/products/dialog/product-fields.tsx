/** The fields of a product. */
import { plain } from '@larder/contracts/names.js';
import { AutoComplete, Select, Switch } from 'antd';
import { controlOf, Field, TextField } from '../../../ui/form.js';
import { leaveByTab } from '../../../ui/leave-by-tab.js';
import { useCategoriesQuery } from '../products-api.js';
import { smallPriceNote } from '../small-price.js';
import { NO_CURRENCY } from '../use-currency.js';
import { PictureField } from './picture-field.js';
import { listOf } from './product-entry.js';
import type { LiveForm } from './use-product-form.js';

/** What has to be declared in most places; others can be typed. */
const ALLERGENS = ['celery', 'crustaceans', 'eggs', 'fish', 'gluten', 'lupin', 'milk', 'molluscs', 'mustard', 'nuts', 'peanuts', 'sesame', 'soy', 'sulphites'].map((value) => ({ value, label: value }));
const SEPARATORS = [',', ';', '|'];

const signs: Partial<Record<string, string>> = { USD: '$', [NO_CURRENCY]: '¤' };

interface Props {
  form: LiveForm;
  currency: string;
  isUploading: boolean;
  onUploading(isUploading: boolean): void;
}

export function ProductFields({ form, currency, isUploading, onUploading }: Props) {
  const { entered, edit } = form;
  const { data: categories = [] } = useCategoriesQuery();
  const unit = signs[currency] ?? currency;
  return (
    <>
      <div className="pair">
        <TextField form={form} name="sku" label="SKU" autoComplete="off" autoFocus={entered.sku === ''} />
        <TextField form={form} name="name" label="Name" autoComplete="off" />
      </div>
      <Field form={form} name="category" label="Category" hint="Choose one, or type a new one.">
        <AutoComplete
          {...controlOf(form, 'category', true)} value={entered.category} options={categories.map((value) => ({ value }))} showSearch={{ filterOption: (typed, option) => plain(option?.value ?? '').includes(plain(typed)) }}
          onChange={(category: string) => edit({ category })}
        />
      </Field>
      <div className="pair three">
        <TextField form={form} name="price" label={`Price (${unit})`} hint={smallPriceNote(entered.price, currency)} inputMode="decimal" autoComplete="off" />
        <TextField form={form} name="cost" label={`Cost (${unit})`} inputMode="decimal" autoComplete="off" />
        <TextField form={form} name="weight" label="Weight (grams)" inputMode="numeric" autoComplete="off" />
      </div>
      <TextField form={form} name="taxRate" label="Tax in percent" hint="Included in its price, wherever it is sold. Empty: that of the machine." inputMode="decimal" autoComplete="off" maxLength={6} />
      <Field form={form} name="allergens" label="Allergens" hint="Guests read them on their phone before they take something.">
        <Select {...controlOf(form, 'allergens')} mode="tags" onInputKeyDown={leaveByTab} value={listOf(entered.allergens)} options={ALLERGENS} tokenSeparators={SEPARATORS} maxCount={30} onChange={(list: string[]) => edit({ allergens: list.map((one) => one.replace(/[;|]/g, ' ').trim()).join(';') })} />
      </Field>
      <PictureField form={form} isBusy={isUploading} onBusy={onUploading} />
      <div className="beside">
        <Switch id={form.idOf('isActive')} checked={entered.isActive === 'true'} aria-labelledby={`${form.idOf('isActive')}l`} onChange={(isActive) => edit({ isActive: String(isActive) })} />
        <label id={`${form.idOf('isActive')}l`} htmlFor={form.idOf('isActive')}>Active: brought and filled in. What is left of an inactive one is sold</label>
      </div>
    </>
  );
}
