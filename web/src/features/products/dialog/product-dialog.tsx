/** Adds a product, or changes one. */
import type { ProductConflict, ProductForm, ProductView } from '@larder/contracts/catalog.js';
import { isolated } from '@larder/contracts/names.js';
import { Alert } from 'antd';
import { useRef, useState } from 'react';
import { randomKey } from '../../../lib/api.js';
import { numberOf } from '../../../lib/entered-number.js';
import { asFailure } from '../../../lib/failure-text.js';
import { plural } from '../../../lib/format.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { useToasts } from '../../../ui/toasts.js';
import { useAddProductMutation, useChangeProductMutation, useProductMachinesQuery } from '../products-api.js';
import { useCurrency } from '../use-currency.js';
import { ConflictNote } from './conflict-note.js';
import { entryOf } from './product-entry.js';
import { ProductFields } from './product-fields.js';
import { useProductForm } from './use-product-form.js';

export function ProductDialog({ product, onClose }: { product?: ProductView; onClose: () => void }) {
  // What the form began with: the product as it was opened, or as somebody else left it meanwhile.
  const [basis, setBasis] = useState(product);
  return <Filling key={basis?.version} product={basis} onTheirs={setBasis} onClose={onClose} />;
}

function Filling({ product, onTheirs, onClose }: { product: ProductView | undefined; onTheirs(theirs: ProductView): void; onClose(): void }) {
  const currency = useCurrency();
  const { save, saving, refusal, conflict, takenSku } = useSaving(product, onClose);
  const [isUploading, setUploading] = useState(false);
  const form = useProductForm(entryOf(product), product !== undefined, currency, takenSku, (entered) => void save(entered));
  return (
    <Dialog
      width={640} title={product ? `Edit ${product.name}` : 'Add Product'} okText={product ? 'Save' : 'Add Product'} confirmLoading={saving} mask={{ closable: false }}
      okButtonProps={{ htmlType: 'submit', form: 'product', disabled: form.wrong || conflict !== undefined || isUploading }} onCancel={onClose}
    >
      <form id="product" className="stack" onSubmit={form.onSubmit} onBlur={form.onBlur} noValidate>
        {refusal !== undefined && <FailureBox text={refusal.status === 0 ? 'Failed to save product' : product ? 'Failed to update product' : 'Failed to create product'} error={refusal} />}
        {conflict && <ConflictNote conflict={conflict} currency={currency} onTheirs={() => onTheirs(conflict.theirs)} onMine={() => void save(conflict.yours, conflict.theirs.version)} />}
        <ProductFields form={form} currency={currency} isUploading={isUploading} onUploading={setUploading} />
        {product && numberOf(form.entered.price) !== product.price && <OwnPrices product={product} />}
      </form>
    </Dialog>
  );
}

/** Said to whoever changes the price: not every machine follows. Nothing while that cannot be had. */
function OwnPrices({ product }: { product: ProductView }) {
  const { data: places = [] } = useProductMachinesQuery({ id: product.id, asOf: undefined });
  const own = places.filter(({ ownPrice }) => ownPrice !== null);
  if (own.length === 0) return null;
  const [first, ...others] = own.map(({ name, slot }) => `${isolated(name)} (${slot})`);
  return <Alert type="info" showIcon title={`The price stays as it is in ${first}${others.length > 0 ? ` and ${plural(others.length, 'other slot')}` : ''}: a price of its own is set there.`} />;
}

/** Sends the form; what the server has against it comes back as a refusal, as both sides of a conflict, or as a SKU that is taken. */
function useSaving(product: ProductView | undefined, onClose: () => void) {
  const toasts = useToasts();
  const key = useRef<{ sent: string; key: string }>(undefined);
  const [add, adding] = useAddProductMutation();
  const [change, changing] = useChangeProductMutation();
  const [sentSku, setSentSku] = useState('');
  const failure = asFailure(adding.error ?? changing.error);
  const conflict = (failure?.data as Partial<ProductConflict> | undefined)?.theirs ? (failure?.data as ProductConflict) : undefined;
  const isTaken = failure?.code === 'CONFLICT' && !conflict;

  const save = async (form: ProductForm, version = product?.version ?? 0) => {
    const sent = JSON.stringify(form);
    // The same form sent again after a lost answer is the same order.
    if (key.current?.sent !== sent) key.current = { sent, key: randomKey() };
    setSentSku(form.sku);
    const answer = product ? await change({ id: product.id, version, form }) : await add({ form, key: key.current.key });
    if (answer.error) return;
    toasts.good(product ? `${form.name} saved` : `${form.name} added`);
    onClose();
  };
  return {
    save, saving: adding.isLoading || changing.isLoading, conflict,
    refusal: conflict || isTaken ? undefined : failure, takenSku: isTaken ? { sku: sentSku, why: failure.message } : undefined,
  };
}
