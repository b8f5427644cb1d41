/** Alerts: what needs attention, how it is looked after, and how that goes over time. */
import { SettingOutlined } from '@ant-design/icons';
import { Alert, Button, Tabs } from 'antd';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useIsAnybodyToldQuery } from '../../lib/anybody-told-api.js';
import { formatNumber } from '../../lib/format.js';
import { usePolling } from '../../lib/live/live.js';
import { useOpened, withParameter } from '../../lib/use-opened.js';
import { useMayChange, useMaySee } from '../../lib/session/session-api.js';
import { late } from '../../ui/late.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatCard, StatCards } from '../../ui/stat-card.js';
import { Coming } from '../../ui/loading.js';
import { AlertDrawer } from './alert-drawer.js';
import { AlertsTab } from './alerts-tab.js';
import { useAlertStatsQuery } from './alerts-api.js';
import { AlertDeeds } from './handling/alert-actions.js';
import { LoadingStatistics } from './statistics/loading-statistics.js';
import './alerts.css';

const StatisticsTab = late(async () => (await import('./statistics/statistics-tab.js')).StatisticsTab);
const RulesDrawer = late(async () => (await import('./rules/rules-drawer.js')).RulesDrawer);

export function Component() {
  const [query, setQuery] = useSearchParams();
  const mayManage = useMayChange('alerts.manage');
  const maySeeRules = useMaySee('settings.view');
  const story = useOpened('alert');
  const panel = useOpened('panel');
  return (
    <AlertDeeds>
      <PageHeader title="Alerts" subtitle="Monitor and manage system alerts" actions={maySeeRules && <RulesButton onOpen={() => panel.open('rules')} />} />
      {mayManage === false && <Alert type="warning" showIcon title="Read-Only Mode: Alert management disabled in simplified API" />}
      <Cards />
      <Tabs
        className="alert-tabs" destroyOnHidden activeKey={query.get('tab') === 'statistics' ? 'statistics' : 'alerts'} onChange={(tab) => setQuery(withParameter(query, 'tab', tab === 'statistics' ? tab : null))}
        items={[
          { key: 'alerts', label: 'Alerts', children: <AlertsTab mayManage={mayManage} onOpen={story.open} /> },
          { key: 'statistics', label: 'Statistics', children: <Suspense fallback={<LoadingStatistics />}><StatisticsTab /></Suspense> },
        ]}
      />
      {story.opened && <AlertDrawer key={story.opened} id={story.opened} mayManage={mayManage === true} onClose={story.close} />}
      {maySeeRules && panel.opened === 'rules' && <Suspense fallback={<Coming />}><RulesDrawer onClose={panel.close} /></Suspense>}
    </AlertDeeds>
  );
}

/** Says, to whoever can change it, that nobody is told: one who filled a machine before saying who finds alerts on this screen only. On the button, as nothing below may move when it is known. */
function RulesButton({ onOpen }: { onOpen(): void }) {
  const may = useMayChange('settings.update') === true;
  const { data: isAnybodyTold } = useIsAnybodyToldQuery(undefined, { skip: !may });
  const isMissing = may && isAnybodyTold === false;
  return <Button type={isMissing ? 'primary' : 'default'} icon={<SettingOutlined />} onClick={onOpen}>{isMissing ? 'Nobody is told yet: Alert Rules' : 'Alert Rules'}</Button>;
}

/** Left out while they cannot be had: the list below matters more. */
function Cards() {
  const { data, isError } = useAlertStatsQuery(undefined, usePolling());
  if (!data && isError) return null;
  return (
    <StatCards>
      <StatCard title="Total Alerts" value={data && formatNumber(data.total)} />
      <StatCard title="Unresolved" value={data && formatNumber(data.unresolved)} />
      <StatCard title="High Severity" value={data && formatNumber(data.bySeverity.high.unresolved)} />
      <StatCard title="Low Stock" value={data && formatNumber(data.byType.low_stock ?? 0)} />
    </StatCards>
  );
}
