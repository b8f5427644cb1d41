/** The newest open alerts, without those that somebody has put off. */
import { Button } from 'antd';
import { Link } from 'react-router';
import type { AlertView } from '@larder/contracts/alerts.js';
import { asFailure } from '../../lib/failure-text.js';
import { ago } from '../../lib/format.js';
import { usePolling } from '../../lib/live/live.js';
import { paths } from '../../lib/paths.js';
import { useMayChange } from '../../lib/session/session-api.js';
import { useNow } from '../../lib/time/use-now.js';
import { toShow } from '../../lib/to-show.js';
import { Blank } from '../../ui/blank.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { Section } from '../../ui/section.js';
import { SeverityTag } from '../../ui/severity-tag.js';
import { useToasts } from '../../ui/toasts.js';
import { useAcknowledgeMutation, useOpenAlertsQuery } from './dashboard-api.js';
import type { Filters } from './filters.js';

export function AlertList({ severity }: { severity: Filters['alertSeverity'] }) {
  const answer = useOpenAlertsQuery({ severity }, usePolling());
  const { error, isError, fulfilledTimeStamp, refetch } = answer;
  const data = toShow(answer);
  return (
    <Section title="Alert Notifications" extra={<Link to={paths.alerts}>View All Alerts</Link>}>
      {isError && <FailureBox text="Failed to load alerts" stale={data !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      {data ? <Rows alerts={data.alerts} /> : !isError && <LoadingRows rows={4} label="Loading alerts" />}
    </Section>
  );
}

function Rows({ alerts }: { alerts: AlertView[] }) {
  const now = useNow(60_000);
  const mayManage = useMayChange('alerts.manage');
  if (alerts.length === 0) return <Blank title="No active alerts" />;
  return (
    <ul className="rows alerts">
      {alerts.map((alert) => (
        <li key={alert._id}>
          <SeverityTag severity={alert.severity} />
          <span className="row-main">
            <Link to={paths.alert(alert._id)}>{alert.message}</Link>
            <small><Link to={paths.machine(alert.machine.machineId)}>{alert.machine.name}</Link> · {ago(alert.createdAt, now)}{alert.assignedTo && <> · <bdi>{`${alert.assignedTo.firstName} ${alert.assignedTo.lastName}`.trim() || 'Assigned'}</bdi></>}</small>
          </span>
          <span className="row-end">
            {alert.handling === 'acknowledged' && <span className="pill info">Acknowledged</span>}
            {mayManage && alert.handling === 'new' && <Acknowledge alert={alert} />}
            {mayManage === false && <span className="quiet">View Only</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Acknowledge({ alert }: { alert: AlertView }) {
  const toasts = useToasts();
  const [acknowledge, { isLoading }] = useAcknowledgeMutation();
  const act = async () => {
    const { error } = await acknowledge(alert._id);
    if (error) toasts.bad(asFailure(error)?.message || 'Failed to acknowledge the alert');
  };
  return <Button size="small" loading={isLoading} aria-label={`Acknowledge: ${alert.message}`} onClick={() => void act()}>Acknowledge</Button>;
}
