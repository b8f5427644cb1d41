/** Opens the refund of a line, for those who may and while there is something to refund. */
import type { SaleView } from '@larder/contracts/sales.js';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useMayChange } from '../../lib/session/session-api.js';
import { isRefundable } from './refunds.js';

const RefundDialog = lazy(() => import('./refund-dialog.js').then((module) => ({ default: module.RefundDialog })));

export function RefundButton({ sale }: { sale: SaleView }) {
  const may = useMayChange('sales.refund');
  const [open, setOpen] = useState(false);
  return (
    <>
      {may && isRefundable(sale) && <Button size="small" className="no-print" aria-label={`Refund ${sale.product.name}`} onClick={() => setOpen(true)}>Refund</Button>}
      {open && <Suspense fallback={null}><RefundDialog sale={sale} onClose={() => setOpen(false)} /></Suspense>}
    </>
  );
}
