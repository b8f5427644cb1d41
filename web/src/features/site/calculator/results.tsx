/** The results of the calculator. */
import { planOf } from '@larder/contracts/identity/price-list.js';
import { dollars, percent } from '../figures.js';
import { paths } from '../../../lib/paths.js';
import type { Estimate } from './estimate.js';

export function Results({ estimate }: { estimate?: Estimate }) {
  const roi = estimate?.roi;
  return (
    <section className="results" aria-labelledby="results">
      <h2 id="results" className="unseen">Results</h2>
      <output>
        <span className="big"><span>Annual revenue</span><strong>{roi ? dollars(roi.annualRevenue) : '—'}</strong></span>
        <span><span>Monthly revenue</span><strong>{roi ? dollars(roi.monthlyRevenue) : '—'}</strong></span>
        <span><span>Annual ROI</span><strong>{roi ? percent(roi.annualROI) : '—'}</strong></span>
        <span><span>Recommended tier</span><strong>{roi?.tier ?? '—'}</strong></span>
        <span><span>Its cost a year</span><strong>{roi ? dollars(roi.tierCost) : '—'}</strong></span>
      </output>
      {roi && <Shares revenue={roi.annualRevenue} cost={roi.tierCost} />}
      {roi && <p>{roi.tier} is {dollars(planOf(roi.tier).priceCents / 100)} a month. <a href={paths.pricing}>See what is in it</a></p>}
    </section>
  );
}

/** The plan's cost beside the revenue, to scale. */
const Shares = ({ revenue, cost }: { revenue: number; cost: number }) => {
  const most = Math.max(revenue, cost);
  return (
    <div className="shares" aria-hidden="true">
      <span>Revenue</span><i style={{ width: `${(revenue / most) * 100}%` }} />
      <span>Plan</span><i className="cost" style={{ width: `${(cost / most) * 100}%` }} />
    </div>
  );
};
