/** Asks once more before a product is deleted; while a machine holds it, says which. */
import type { ProductView } from '@larder/contracts/catalog.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useToasts } from '../../ui/toasts.js';
import { useDeleteProductMutation } from './products-api.js';
import { useRestore } from './use-restore.js';

export function DeleteDialog({ product, onDone, onClose }: { product: ProductView; onDone?: () => void; onClose(): void }) {
  const toasts = useToasts();
  const [remove] = useDeleteProductMutation();
  const { restore } = useRestore(product.id);
  const done = () => {
    toasts.good(`${product.name} deleted`, { label: 'Undo', go: restore });
    onDone?.();
  };
  return (
    <ConfirmDialog title={`Delete ${product.name}?`} okText="Delete" danger failed="Failed to delete product" act={() => remove(product.id)} onDone={done} onClose={onClose}>
      <p>It can no longer be put into machines. What was sold keeps its name and price, and the SKU <code>{product.sku}</code> is free again. You can restore it: it stays among your products with the status Deleted.</p>
    </ConfirmDialog>
  );
}
