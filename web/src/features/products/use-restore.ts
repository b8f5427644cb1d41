/** Has a deleted product back, and says whether that went well. */
import { asFailure } from '../../lib/failure-text.js';
import { useToasts } from '../../ui/toasts.js';
import { useRestoreProductMutation } from './products-api.js';

export function useRestore({ id, name }: { id: string; name: string }): { restore(): void; busy: boolean } {
  const toasts = useToasts();
  const [ask, { isLoading }] = useRestoreProductMutation();
  const restore = async () => {
    const { error } = await ask(id);
    if (error) toasts.bad(['Failed to restore product', asFailure(error)?.message].filter(Boolean).join('. '));
    else toasts.good(`${name} is back`);
  };
  return { restore: () => void restore(), busy: isLoading };
}
