/** Gives a product a price of its own in one machine, or the usual one again. */
import { productFields, type ProductView } from '@larder/contracts/catalog.js';
import type { ProductMachine } from '@larder/contracts/product-sales.js';
import { Button } from 'antd';
import { z } from 'zod';
import { numberOf } from '../../../lib/entered-number.js';
import { firstIssues } from '../../../lib/first-issues.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { useBasis } from '../../../lib/use-basis.js';
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

export function PriceDialog({ product, place, onClose }: { product: ProductView; place: ProductMachine; onClose: () => void }) {
  const toasts = useToasts();
  const [order, { error, isLoading }] = usePriceSlotMutation();
  const { machineId, slot, name, currency, ownPrice } = place;
  const basis = useBasis(ownPrice, error);
  const set = async (price: number | null) => {
    const answer = await order({ machineId, slot, productId: product.id, price, was: basis.was });
    if (answer.error) return;
    toasts.good(`${product.name} costs ${formatAmount(price ?? product.price, currency)} in ${name}`);
    onClose();
  };
  const form = useForm({ price: place.price.toFixed(2) }, (entered) => complaint(entered, currency), (entered) => set(schema.parse(asSent(entered)).price));
  const belowCost = product.cost !== null && (numberOf(form.entered.price) ?? 0) < product.cost;
  return (
    <Dialog
      title={`Price in ${name}, slot ${slot}`} onCancel={onClose}
      footer={(
        <>
          {basis.was !== null && <Button disabled={isLoading} onClick={() => void set(null)}>Use product price ({formatAmount(product.price, currency)})</Button>}
          <Button type="primary" htmlType="submit" form="slot-price" loading={isLoading} disabled={form.errors.price !== undefined}>Set price</Button>
        </>
      )}
    >
      <form id="slot-price" className="stack" onSubmit={form.onSubmit} noValidate>
        {error && <FailureBox text={basis.textFor('Failed to update product')} error={error} />}
        <TextField form={form} name="price" label="Price" inputMode="decimal" autoComplete="off" autoFocus hint={smallPriceNote(form.entered.price, currency) ?? (belowCost ? 'This is less than it costs.' : 'Guests who tap from now on pay this. A visit under way keeps its price.')} />
      </form>
    </Dialog>
  );
}
