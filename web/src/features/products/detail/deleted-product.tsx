/** What there is to see of a product that is not there: who deleted it and when, for as long as it can be restored, and what became of it before. */
import { UndoOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { formatDateTime } from '../../../lib/money-and-time.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { useZone } from '../../../lib/time/use-zone.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { LoadingRows } from '../../../ui/loading.js';
import { useProductHistoryQuery } from '../products-api.js';
import { useCurrency } from '../use-currency.js';
import { useRestore } from '../use-restore.js';
import { ProductHistorySection } from './product-history.js';

export function NoProduct({ productId, onRetry }: { productId: string; onRetry(): void }) {
  const { currentData: history, isLoading } = useProductHistoryQuery(productId);
  const currency = useCurrency();
  if (isLoading) return <div className="section"><LoadingRows rows={3} label="Loading product" /></div>;
  const last = history?.[0];
  if (last?.what !== 'deleted') return <FailureBox text="Product not found" onRetry={onRetry} />;
  return <><Deletion productId={productId} {...last} /><ProductHistorySection productId={productId} currency={currency} /></>;
}

function Deletion({ productId, at, by }: { productId: string; at: string; by: string }) {
  const zone = useZone();
  const mayDelete = useMayChange('products.delete');
  const { restore, busy } = useRestore(productId);
  return (
    <Alert
      type="info"
      showIcon
      title="This product was deleted"
      description={<>By <bdi>{by || 'somebody who has left'}</bdi> on {formatDateTime(at, zone)}. What was sold keeps its name and price.</>}
      action={mayDelete && <Button icon={<UndoOutlined />} loading={busy} onClick={restore}>Restore</Button>}
    />
  );
}
