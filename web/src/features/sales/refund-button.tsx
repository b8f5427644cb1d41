/** Opens the refund of a line, for those who may and while there is something to refund. */
import type { SaleView } from '@larder/contracts/sales.js';
import { Button } from 'antd';
import { createContext, Suspense, useContext, useState, type ReactNode } from 'react';
import { useMayChange } from '../../lib/session/session-api.js';
import { late } from '../../ui/late.js';
import { Coming } from '../../ui/loading.js';
import { isRefundable } from './refunds.js';

const RefundDialog = late(async () => (await import('./refund-dialog.js')).RefundDialog);

const Refunding = createContext<(sale: SaleView) => void>(() => undefined);

/** Around buttons for these lines. A refund that is being filled in stays when newer sales push its line to another page. */
export function Refunds({ sales, children }: { sales: readonly SaleView[]; children: ReactNode }) {
  const [chosen, setChosen] = useState<SaleView>();
  const sale = sales.find(({ id }) => id === chosen?.id) ?? chosen;
  return (
    <Refunding value={setChosen}>
      {children}
      {sale && <Suspense fallback={<Coming />}><RefundDialog sale={sale} onClose={() => setChosen(undefined)} /></Suspense>}
    </Refunding>
  );
}

export function RefundButton({ sale }: { sale: SaleView }) {
  const may = useMayChange('sales.refund');
  const refund = useContext(Refunding);
  if (!may || !isRefundable(sale)) return null;
  return <Button size="small" className="no-print" aria-label={`Refund ${sale.product.name}`} onClick={() => refund(sale)}>Refund</Button>;
}
