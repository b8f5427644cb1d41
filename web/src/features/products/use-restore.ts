/** Has a deleted product back, and says whether that went well. */
import { asFailure } from '../../lib/failure-text.js';
import { useToasts } from '../../ui/toasts.js';
import { useRestoreProductMutation } from './products-api.js';

export function useRestore(id: string): { restore(): void; busy: boolean } {
  const toasts = useToasts();
  const [ask, { isLoading }] = useRestoreProductMutation();
  const restore = async () => {
    const { data, error } = await ask(id);
    if (data) toasts.good(`${data.product.name} is back`);
    else toasts.bad(['Failed to restore product', asFailure(error)?.message].filter(Boolean).join('. '));
  };
  return { restore: () => void restore(), busy: isLoading };
}
