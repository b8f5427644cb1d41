/** One alert: why it fired, what was done about it, and who was told. */
import type { AlertStory } from '@larder/contracts/alerts.js';
import { Link } from 'react-router';
import { zoneName } from '../../lib/format.js';
import { formatDateTime } from '../../lib/money-and-time.js';
import { usePolling } from '../../lib/live/live.js';
import { paths } from '../../lib/paths.js';
import { Drawer } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { SeverityTag } from '../../ui/severity-tag.js';
import { typeLabels } from './alert-filters.js';
import { useAlertQuery } from './alerts-api.js';
import { AlertActions } from './handling/alert-actions.js';
import { HandlingPills } from './handling/handling-pills.js';
import { historyText } from './handling/history-text.js';
import { readingsOf } from './readings.js';
import { useCurrency } from '../products/use-currency.js';
import { useZone } from '../../lib/time/use-zone.js';

export function AlertDrawer({ id, mayManage, onClose }: { id: string; mayManage: boolean; onClose: () => void }) {
  const { data, error, isError, refetch } = useAlertQuery(id, usePolling());
  const missing = isError && 'status' in error && error.status === 404;
  return (
    <Drawer size={520} title="Alert" onClose={onClose}>
      {isError && <FailureBox text={missing ? 'Alert not found' : 'Failed to load alerts'} stale={data !== undefined} error={error} {...(!missing && { onRetry: refetch })} />}
      {data ? <Story story={data} mayManage={mayManage} /> : !isError && <LoadingRows rows={8} label="Loading alert" />}
    </Drawer>
  );
}

function Story({ story, mayManage }: { story: AlertStory; mayManage: boolean }) {
  const { alert } = story;
  const timeZone = useZone();
  const currency = useCurrency();
  const { machine, product, details } = alert;
  return (
    <div className="stack alert-story">
      <div className="alert-head">
        <span className="beside"><SeverityTag severity={alert.severity} /><span className={alert.isResolved ? 'pill good' : 'pill plain'}>{alert.isResolved ? 'Resolved' : 'Unresolved'}</span></span>
        {mayManage && <AlertActions alert={alert} />}
      </div>
      <div>
        <strong>{alert.message}</strong>
        <p className="quiet">{typeLabels[alert.type]} · <Link to={{ pathname: paths.machine(machine.machineId), hash: details.slot && `slot-${details.slot}` }}>{machine.name}</Link> ({machine.machineId}) · <bdi>{machine.location.address}</bdi>{product && <> · <bdi>{product.name}</bdi> ({product.sku})</>}</p>
        <HandlingPills alert={alert} timeZone={timeZone} />
      </div>
      <section>
        <h2>Why did this fire?</h2>
        <dl className="facts">{readingsOf(story, timeZone, currency).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
        {details.reason === 'guest_dispute' && !alert.isResolved && <p><Link to={paths.disputes}>What the guest wrote, and what the machine saw</Link></p>}
        {details.sessionId && <p><Link to={paths.purchase(`visit.${details.sessionId}`)}>What happened in the visit</Link></p>}
      </section>
      <section>
        <h2>Timeline</h2>
        <ol className="timeline">
          {story.history.map((entry, n) => (
            <li key={`${entry.at} ${n}`}>
              <span>{historyText(entry, timeZone)}</span>
              {entry.reason && <q>{entry.reason}</q>}
              <small><time dateTime={entry.at}>{formatDateTime(entry.at, timeZone)}</time></small>
            </li>
          ))}
        </ol>
        {alert.escalatesAt && <p className="quiet">Unless somebody acknowledges, the next people are told {formatDateTime(alert.escalatesAt, timeZone)}.</p>}
      </section>
      {story.notices.length > 0 && <Notices notices={story.notices} timeZone={timeZone} />}
      {timeZone && <p className="quiet">Times in {zoneName(timeZone)}</p>}
    </div>
  );
}

const tones: Record<AlertStory['notices'][number]['state'], string> = { sending: 'medium', delivered: 'good', 'given up': 'high', 'not needed any more': 'plain' };

const Notices = ({ notices, timeZone }: Pick<AlertStory, 'notices'> & { timeZone: string | undefined }) => (
  <section>
    <h2>Notices</h2>
    <ul className="rows">
      {notices.map((notice) => (
        <li key={notice.noticeId}>
          <span className="row-main">
            {notice.to}
            <small>Step {notice.step} · {notice.channel === 'email' ? 'E-mail' : 'Signed call'} · {formatDateTime(notice.orderedAt, timeZone)}{notice.attempts > 1 && ` · ${notice.attempts} attempts`}</small>
            {notice.why && notice.state !== 'delivered' && <small className="warn">{notice.why}</small>}
          </span>
          <span className={`pill ${tones[notice.state]}`}>{notice.state}</span>
        </li>
      ))}
    </ul>
  </section>
);
