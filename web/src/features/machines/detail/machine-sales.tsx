/** What a machine sold, over the last 7 or 30 days. */
import { addDays } from '@larder/contracts/day.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import { Segmented } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { formatNumber, formatShortDay, zoneName } from '../../../lib/format.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { usePolling } from '../../../lib/live/live.js';
import { paths } from '../../../lib/paths.js';
import { useMaySee } from '../../../lib/session/session-api.js';
import { dayAt } from '../../../lib/time/day-at.js';
import { useAsOf } from '../../../lib/time/use-as-of.js';
import { useNow } from '../../../lib/time/use-now.js';
import { toShow } from '../../../lib/to-show.js';
import { Blank } from '../../../ui/blank.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { LoadingRows } from '../../../ui/loading.js';
import { Section } from '../../../ui/section.js';
import { StatCard, StatCards } from '../../../ui/stat-card.js';
import { useMachineSalesQuery } from '../machines-api.js';

const MOST_PRODUCTS = 5;
const spans = [{ value: 7, label: '7 days' }, { value: 30, label: '30 days' }];

export function SalesSection({ machine: { machineId, timeZone } }: { machine: MachineView }) {
  const [query, setQuery] = useSearchParams();
  const days = query.get('days') === '30' ? 30 : 7;
  const { asOf } = useAsOf();
  const now = useNow(60_000);
  const endDate = dayAt(timeZone, asOf ?? new Date(now).toISOString());
  const startDate = addDays(endDate, 1 - days);
  const seesAnalytics = useMaySee('analytics.export');
  const answer = useMachineSalesQuery({ machineId, startDate, endDate, asOf }, usePolling());
  const { error, isError, fulfilledTimeStamp, refetch } = answer;
  const sales = toShow(answer);
  const found = { machineId, startDate: sales?.startDate, endDate: sales?.endDate };
  const show = (next: number) => setQuery((was) => {
    const changed = new URLSearchParams(was);
    if (next === 30) changed.set('days', '30');
    else changed.delete('days');
    return changed;
  }, { replace: true });
  return (
    <Section title="Sales" extra={<Segmented aria-label="Period" options={spans} value={days} onChange={show} />}>
      {isError && <FailureBox text="Failed to load sales data" stale={sales !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      {!sales && !isError && <LoadingRows rows={4} label="Loading sales" />}
      {sales && (
        <div className="stack">
          <StatCards>
            <StatCard title="Revenue" value={formatAmount(sales.revenue, sales.currency)} />
            <StatCard title="Transactions" value={formatNumber(sales.transactions)} />
          </StatCards>
          {sales.products.length === 0 ? <Blank title="No sales data">Nothing was sold here in this period.</Blank> : (
            <dl className="facts">
              {sales.products.slice(0, MOST_PRODUCTS).map((product) => <div key={product.productId}><dt>{product.name}</dt><dd>{formatAmount(product.revenue, sales.currency)}</dd></div>)}
            </dl>
          )}
          {sales.products.length > MOST_PRODUCTS && <p className="quiet">The best {MOST_PRODUCTS} of {formatNumber(sales.products.length)} products</p>}
          <p className="between"><small>{formatShortDay(sales.startDate)} to {formatShortDay(sales.endDate)}, {zoneName(timeZone)}</small><span className="beside">{seesAnalytics && <Link to={paths.analyticsWith({ view: 'products', ...found })}>All its products</Link>}<Link to={paths.salesWith(found)}>All its sales</Link></span></p>
        </div>
      )}
    </Section>
  );
}
