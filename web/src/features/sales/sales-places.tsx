/** The places that sales are made of: what was sold, what guests dispute, what the provider paid out. */
import { has } from '@larder/contracts/roles.js';
import { NavLink } from 'react-router';
import { usePolling } from '../../lib/live/live.js';
import { paths } from '../../lib/paths.js';
import { roleOf, useProfile } from '../../lib/session/session-api.js';
import { useDisputesQuery } from './disputes/disputes-api.js';
import './sales.css';

export function SalesPlaces() {
  const { data: profile } = useProfile();
  const { data } = useDisputesQuery({ show: 'open', page: 1 }, usePolling());
  const role = profile && roleOf(profile);
  const open = data?.openCount ?? 0;
  return (
    <nav className="sales-places" aria-label="Sales">
      <NavLink to={paths.sales} end>Transactions</NavLink>
      <NavLink to={paths.disputes}>Disputes{open > 0 && <span className="pill medium" aria-label={`${open} waiting`}>{open}</span>}</NavLink>
      {role && has(role, 'billing.view') && <NavLink to={paths.payouts}>Payouts</NavLink>}
    </nav>
  );
}
