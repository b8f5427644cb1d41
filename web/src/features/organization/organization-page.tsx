/** The organization: what it uses, who belongs to it, and what it has subscribed to. */
import { AppstoreOutlined, BarChartOutlined, ShopOutlined } from '@ant-design/icons';
import { planOf } from '@larder/contracts/identity/price-list.js';
import { has, type Permission } from '@larder/contracts/roles.js';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.js';
import { useAccountQuery, useMaySee } from '../../lib/session/session-api.js';
import { FailureBox } from '../../ui/failure-box.js';
import { Loading } from '../../ui/loading.js';
import { PageHeader } from '../../ui/page-header.js';
import { ApiKeysCard } from './api-keys-card.js';
import { OrganizationCard } from './organization-card.js';
import { useMembersQuery, useSubscriptionQuery, useUsageQuery } from './organization-api.js';
import { SingleSignOnCard } from './single-sign-on-card.js';
import { SubscriptionCard } from './subscription-card.js';
import { TeamCard } from './team-card.js';
import { UsageOverview } from './usage-overview.js';

const quickLinks: readonly { to: string; label: string; icon: ReactNode; permission: Permission }[] = [
  { to: paths.machines, label: 'Machines', icon: <ShopOutlined />, permission: 'machines.read' },
  { to: paths.products, label: 'Products', icon: <AppstoreOutlined />, permission: 'products.delete' },
  { to: paths.analytics, label: 'Analytics', icon: <BarChartOutlined />, permission: 'analytics.export' },
];

export function Component() {
  const { data, error, isError, refetch } = useAccountQuery();
  const seesWaysIn = useMaySee('settings.view');
  if (!data) return isError ? <FailureBox text="Error Loading Organization" error={error} retryLabel="Try Again" onRetry={refetch} /> : <Loading text="Loading organization data..." />;
  const { account, member } = data;
  const plan = account.subscriptionStatus === 'trialing' ? 'Free Trial' : planOf(account.subscriptionPlan).displayName;
  return (
    <>
      <PageHeader
        title={account.name || 'Organization Dashboard'} badge={<span className="pill plain">{plan}</span>} subtitle={`Welcome back, ${member.firstName || 'User'}`}
        actions={<nav className="quick-links" aria-label="Quick actions">{quickLinks.filter(({ permission }) => has(member.role, permission)).map(({ to, label, icon }) => <Link key={to} to={to}><span aria-hidden="true">{icon}</span> {label}</Link>)}</nav>}
      />
      {isError && <FailureBox stale text="Error Loading Organization" error={error} retryLabel="Try Again" onRetry={refetch} />}
      <div className="columns even">
        <UsageOverview />
        <SubscriptionCard />
        <TeamCard />
        <OrganizationCard account={account} />
      </div>
      {seesWaysIn && <WaysIn />}
    </>
  );
}

/** Of programs, and of members. Once what stands above them has its height: they would be pushed down under somebody's finger. */
function WaysIn() {
  const above = [useUsageQuery(), useSubscriptionQuery(), useMembersQuery()];
  return above.every(({ data, isError }) => data !== undefined || isError) && <><ApiKeysCard /><SingleSignOnCard /></>;
}
