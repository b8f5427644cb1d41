/** Leads to where the payment method is changed. */
import { Button } from 'antd';
import { paths } from '../../lib/paths.js';
import { useToasts } from '../../ui/toasts.js';
import { usePaymentMethodMutation } from './subscription-api.js';

export function UpdateCard() {
  const toasts = useToasts();
  const [open, { isLoading }] = usePaymentMethodMutation();
  const go = async () => {
    const { data } = await open(paths.subscription);
    if (!data) return toasts.bad('Failed to update payment method');
    // A browser that opens no tab by itself goes there in this one.
    if (!window.open(data.url, '_blank')) location.assign(data.url);
  };
  return <Button size="small" loading={isLoading} onClick={() => void go()}>Update payment method</Button>;
}
