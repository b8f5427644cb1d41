/** The sales of a page: a table, or rows on a phone. */
import type { SaleView } from '@larder/contracts/sales.js';
import { Table, type TableColumnsType } from 'antd';
import { Link } from 'react-router';
import { formatDay, formatNumber } from '../../lib/format.js';
import { formatAmount, formatDateTime } from '../../lib/money-and-time.js';
import { paths } from '../../lib/paths.js';
import { useNarrow } from '../../ui/use-media.js';
import { RefundButton } from './refund-button.js';
import { methodLabels, SaleStatus } from './sale-status.js';
import './sales.css';

const when = (sale: SaleView) => (sale.timeKnown ? formatDateTime(sale.timestamp, sale.timeZone) : formatDay(sale.day));
/** Of the purchase that a line belongs to. */
const receipt = (sale: SaleView) => paths.purchase(sale.id.replace(/\.\d+$/, ''));

const columns: TableColumnsType<SaleView> = [
  { title: 'Transaction', key: 'transaction', render: (_, sale) => <span className="two-lines"><Link to={receipt(sale)}><code>{sale.transactionId.slice(-8)}</code></Link><small>{when(sale)}</small></span> },
  { title: 'Product', key: 'product', render: (_, sale) => <span className="two-lines">{sale.product.name}<small>Qty: {formatNumber(sale.quantity)}</small></span> },
  { title: 'Machine', key: 'machine', render: (_, sale) => <span className="two-lines"><Link to={paths.machine(sale.machine.machineId)}>{sale.machine.name}</Link><small>{sale.machine.machineId}</small></span> },
  { title: 'Amount', key: 'amount', align: 'right', className: 'figures', render: (_, sale) => formatAmount(sale.amount, sale.currency) },
  { title: 'Payment', key: 'payment', render: (_, sale) => methodLabels[sale.paymentMethod] },
  { title: 'Status', key: 'status', render: (_, sale) => <SaleStatus sale={sale} /> },
  { title: 'Actions', key: 'actions', className: 'no-print', render: (_, sale) => <RefundButton sale={sale} /> },
];

export function SalesList({ sales, waiting }: { sales: SaleView[]; waiting: boolean }) {
  const narrow = useNarrow();
  if (!narrow) return <Table<SaleView> rowKey="id" size="middle" columns={columns} dataSource={sales} loading={waiting} pagination={false} scroll={{ x: 'max-content' }} />;
  return (
    <ul className={waiting ? 'rows waiting' : 'rows'}>
      {sales.map((sale) => (
        <li key={sale.id}>
          <span className="row-main">
            <span><bdi>{sale.product.name}</bdi> <span className="quiet">x{formatNumber(sale.quantity)}</span></span>
            <small><Link to={receipt(sale)}><code>{sale.transactionId.slice(-8)}</code></Link> · {when(sale)}</small>
            <small><Link to={paths.machine(sale.machine.machineId)}>{sale.machine.name}</Link> · {methodLabels[sale.paymentMethod]}</small>
          </span>
          <span className="row-end"><strong className="figures">{formatAmount(sale.amount, sale.currency)}</strong><SaleStatus sale={sale} /><RefundButton sale={sale} /></span>
        </li>
      ))}
    </ul>
  );
}
