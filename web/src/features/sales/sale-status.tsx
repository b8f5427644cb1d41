/** Whether a sale stands, and what of it was or is being given back. */
import type { SaleView } from '@larder/contracts/sales.js';
import { refundNotes } from './refunds.js';

export const SaleStatus = ({ sale }: { sale: SaleView }) => (
  <span className="sale-status">
    {sale.refunded ? <span className="pill medium">Refunded</span> : <span className="pill good">Completed</span>}
    {refundNotes(sale).map(({ tone, text }) => <small key={text} className={tone}>{text}</small>)}
  </span>
);

export const methodLabels: Record<SaleView['paymentMethod'], string> = { cash: 'Cash', card: 'Card', mobile: 'Mobile' };
