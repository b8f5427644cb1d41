/** Products by revenue. */
import type { TopProduct, TopProducts } from '@larder/contracts/sales/analytics.js';
import type { TableColumnsType } from 'antd';
import { formatNumber } from '../../lib/format.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { usePolling } from '../../lib/live/live.js';
import { Blank } from '../../ui/blank.js';
import { FiguresTable } from '../../ui/figures-table.js';
import { useTopProductsQuery } from './analytics-api.js';
import type { Range } from './analytics-filters.js';
import { AnswerSection } from './answer-section.js';

const columnsFor = (currency: string): TableColumnsType<TopProduct> => [
  { title: 'Product', key: 'name', render: (_, row) => <span className="two-lines">{row.name}<small>{row.sku} · {row.category}</small></span> },
  { title: 'Quantity Sold', key: 'quantity', align: 'right', className: 'figures', render: (_, row) => formatNumber(row.totalQuantity) },
  { title: 'Revenue', key: 'revenue', align: 'right', className: 'figures', render: (_, row) => formatAmount(row.totalRevenue, currency) },
  { title: 'Avg Price', key: 'price', align: 'right', className: 'figures', render: (_, row) => (row.totalQuantity > 0 ? formatAmount(row.avgPrice, currency) : '—') },
  { title: 'Transactions', key: 'transactions', align: 'right', className: 'figures', render: (_, row) => formatNumber(row.transactionCount) },
];

export function Products({ range }: { range: Range }) {
  return (
    <AnswerSection<TopProducts> title="Top Selling Products" answer={useTopProductsQuery(range, usePolling())}>
      {({ products, currency }) => (products.length === 0 ? <Blank title="No product data available" />
        : <FiguresTable<TopProduct> label="Top selling products" pageSize={20} rowKey="productId" columns={columnsFor(currency)} dataSource={products} />)}
    </AnswerSection>
  );
}
