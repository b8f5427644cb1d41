/** The alerts of a page. */
import type { AlertView } from '@larder/contracts/alerts.js';
import { Link } from 'react-router';
import { zoneName } from '../../lib/format.js';
import { formatDateTime } from '../../lib/money-and-time.js';
import { paths } from '../../lib/paths.js';
import { SeverityTag } from '../../ui/severity-tag.js';
import { typeLabels } from './alert-filters.js';
import { AlertActions } from './handling/alert-actions.js';
import { HandlingPills } from './handling/handling-pills.js';
import { ageText } from './readings.js';
import { useNow } from '../../lib/time/use-now.js';
import { useZone } from '../../lib/time/use-zone.js';

interface Props {
  alerts: AlertView[];
  mayManage: boolean;
  waiting: boolean;
  onOpen(id: string): void;
}

export function AlertRows({ alerts, mayManage, waiting, onOpen }: Props) {
  const timeZone = useZone();
  return (
    <>
      <ul className={waiting ? 'rows alerts waiting' : 'rows alerts'}>
        {alerts.map((alert) => (
          <li key={alert._id}>
            <SeverityTag severity={alert.severity} />
            <About alert={alert} timeZone={timeZone} onOpen={onOpen} />
            <span className="row-end">
              <span className={alert.isResolved ? 'pill good' : 'pill plain'}>{alert.isResolved ? 'Resolved' : 'Unresolved'}</span>
              {mayManage && <AlertActions alert={alert} />}
            </span>
          </li>
        ))}
      </ul>
      {timeZone && <p className="zone quiet">Times in {zoneName(timeZone)}</p>}
    </>
  );
}

function About({ alert, timeZone, onOpen }: { alert: AlertView; timeZone: string | undefined; onOpen(id: string): void }) {
  const { machine, product } = alert;
  const now = useNow(60_000);
  return (
    <span className="row-main">
      <button type="button" className="alert-message" onClick={() => onOpen(alert._id)}>{alert.message}</button>
      <small>{typeLabels[alert.type]} · <Link to={paths.machine(machine.machineId)}>{machine.machineId}</Link> · {machine.location.address}</small>
      {product && <small><bdi>{product.name}</bdi> ({product.sku})</small>}
      <small>{formatDateTime(alert.createdAt, timeZone)} · {ageText(alert.createdAt, now)}</small>
      {alert.resolvedAt && <small>Resolved{alert.resolvedBy ? ` by ${`${alert.resolvedBy.firstName} ${alert.resolvedBy.lastName}`.trim() || 'a former member'}` : ' by itself'}, {formatDateTime(alert.resolvedAt, timeZone)}</small>}
      <HandlingPills alert={alert} timeZone={timeZone} />
    </span>
  );
}
