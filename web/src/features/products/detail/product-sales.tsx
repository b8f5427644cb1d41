/** What was sold of a product, day by day. */
import { Suspense } from 'react';
import { useAsOf } from '../../../lib/time/use-as-of.js';
import { formatNumber } from '../../../lib/format.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { usePolling } from '../../../lib/live/live.js';
import { Blank } from '../../../ui/blank.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { late } from '../../../ui/late.js';
import { LoadingRows } from '../../../ui/loading.js';
import { Section } from '../../../ui/section.js';
import { StatCard, StatCards } from '../../../ui/stat-card.js';
import { amountOr } from '../money.js';
import { useProductSalesQuery } from '../products-api.js';

const SalesChart = late(async () => (await import('./sales-chart.js')).SalesChart);

export function SalesSection({ productId }: { productId: string }) {
  const { currentData: sales, error, isError, fulfilledTimeStamp, refetch } = useProductSalesQuery({ id: productId, asOf: useAsOf().asOf }, usePolling());
  const failure = isError && <FailureBox text="Failed to load sales data" stale={sales !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />;
  return (
    <Section title="Sales, last 30 days">
      {failure}
      {!sales && !isError && <LoadingRows rows={6} label="Loading sales" />}
      {sales && (
        <>
          <StatCards>
            <StatCard title="Units" value={formatNumber(sales.quantity)} />
            <StatCard title="Revenue" value={formatAmount(sales.revenue, sales.currency)} />
            <StatCard title="Profit" value={amountOr(sales.profit, sales.currency)} detail={sales.profit === null ? 'Cost not known' : 'After tax and cost'} />
          </StatCards>
          {sales.transactions === 0 && sales.revenue === 0 ? <Blank title="No sales data">Nothing was sold in the last 30 days.</Blank> : (
            <figure className="chart">
              <div className="product-chart" aria-hidden="true"><Suspense fallback={null}><SalesChart sales={sales} /></Suspense></div>
              <figcaption>Revenue and profit by day, each by the machines' own clocks. Refunds count on the day they were made.</figcaption>
            </figure>
          )}
        </>
      )}
    </Section>
  );
}
