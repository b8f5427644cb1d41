/** Gives a product a price of its own in one slot or several, or the usual one again. */
import { productFields, type ProductView } from '@larder/contracts/catalog.js';
import { isolated } from '@larder/contracts/names.js';
import type { ProductMachine } from '@larder/contracts/sales/product-sales.js';
import type { Overtaken } from '@larder/contracts/reply.js';
import { Button } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { numberOf } from '../../../lib/entered-number.js';
import { asFailure } from '../../../lib/failure-text.js';
import { firstIssues } from '../../../lib/first-issues.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { TextField, useForm } from '../../../ui/form.js';
import { useToasts } from '../../../ui/toasts.js';
import { usePriceSlotMutation } from '../products-api.js';
import { inCurrency } from '../money.js';
import { smallPriceNote } from '../small-price.js';

const schema = z.object({ price: productFields.price });
const asSent = ({ price }: { price: string }) => ({ price: numberOf(price) });
const complaint = (entered: { price: string }, currency: string): { price?: string } => {
  const { price } = firstIssues<{ price: string }>(schema, asSent(entered) as never);
  return price === undefined ? {} : { price: inCurrency(price, currency) };
};

interface Failed {
  error: unknown;
  text: string;
}

const keyOf = ({ machineId, slot }: ProductMachine): string => `${machineId} ${slot}`;

/** One place after another; of what fails is said which, and sending it again goes on: what is set is set. */
function useSetting(product: ProductView, places: readonly ProductMachine[], onDone: (price: number | null) => void) {
  const [order] = usePriceSlotMutation();
  const [isSetting, setSetting] = useState(false);
  const [failed, setFailed] = useState<Failed>();
  const [bases] = useState(() => new Map(places.map((place) => [keyOf(place), place.ownPrice])));
  const set = async (price: number | null) => {
    setSetting(true);
    for (const [at, place] of places.entries()) {
      const { machineId, slot } = place;
      const { error } = await order({ machineId, slot, productId: product.id, price, was: bases.get(keyOf(place)) ?? null });
      if (error) {
        const { theirs } = (asFailure(error)?.data ?? {}) as Partial<Overtaken<number | null>>;
        if (theirs !== undefined) bases.set(keyOf(place), theirs);
        setFailed({ error, text: failedText(place, at, places.length, theirs !== undefined) });
        setSetting(false);
        return;
      }
      bases.set(keyOf(place), price);
    }
    onDone(price);
  };
  return { set, isSetting, failed };
}

function failedText({ name, slot }: ProductMachine, done: number, all: number, isOvertaken: boolean): string {
  if (all === 1) return isOvertaken ? 'Nothing was changed yet: send it again to replace theirs' : 'Failed to update product';
  return `The price is set in ${done} of ${all} slots, and not yet in ${isolated(name)}, slot ${slot}: send it again to ${isOvertaken ? 'replace theirs and go on' : 'go on'}`;
}

export function PriceDialog({ product, places, onClose }: { product: ProductView; places: readonly [ProductMachine, ...ProductMachine[]]; onClose: () => void }) {
  const toasts = useToasts();
  const [{ name, slot, currency, price: first }] = places;
  const isOne = places.length === 1;
  const { set, isSetting, failed } = useSetting(product, places, (price) => {
    toasts.good(`${product.name} costs ${formatAmount(price ?? product.price, currency)} in ${isOne ? name : `${places.length} slots`}`);
    onClose();
  });
  const form = useForm({ price: first.toFixed(2) }, (entered) => complaint(entered, currency), (entered) => set(schema.parse(asSent(entered)).price));
  const belowCost = product.cost !== null && (numberOf(form.entered.price) ?? 0) < product.cost;
  return (
    <Dialog
      title={isOne ? `Price in ${name}, slot ${slot}` : `Price in ${places.length} slots`} confirmLoading={isSetting} onCancel={onClose}
      footer={(
        <>
          {places.some(({ ownPrice }) => ownPrice !== null) && <Button disabled={isSetting} onClick={() => void set(null)}>Use product price ({formatAmount(product.price, currency)})</Button>}
          <Button type="primary" htmlType="submit" form="slot-price" loading={isSetting} disabled={form.errors.price !== undefined}>Set price</Button>
        </>
      )}
    >
      <form id="slot-price" className="stack" onSubmit={form.onSubmit} noValidate>
        {failed && <FailureBox text={failed.text} error={failed.error} />}
        <TextField form={form} name="price" label="Price" inputMode="decimal" autoComplete="off" autoFocus hint={smallPriceNote(form.entered.price, currency) ?? (belowCost ? 'This is less than it costs.' : 'Guests who tap from now on pay this. A visit under way keeps its price.')} />
      </form>
    </Dialog>
  );
}
