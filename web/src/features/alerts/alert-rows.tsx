/** The alerts of a page. */
import type { AlertView } from '@larder/contracts/alerts.js';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.js';
import { paths } from '../../lib/paths.js';
import { SeverityTag } from '../../ui/severity-tag.js';
import { typeLabels } from './alert-filters.js';
import { ResolveDialog } from './resolve-dialog.js';

export function AlertRows({ alerts, mayResolve, waiting }: { alerts: AlertView[]; mayResolve: boolean; waiting: boolean }) {
  const [resolving, setResolving] = useState<AlertView>();
  return (
    <>
      <ul className={waiting ? 'rows alerts waiting' : 'rows alerts'}>
        {alerts.map((alert) => (
          <li key={alert._id}>
            <SeverityTag severity={alert.severity} />
            <About alert={alert} />
            <span className="row-end">
              <span className={alert.isResolved ? 'pill good' : 'pill plain'}>{alert.isResolved ? 'Resolved' : 'Unresolved'}</span>
              {mayResolve && !alert.isResolved && <Button size="small" onClick={() => setResolving(alert)}>Resolve</Button>}
            </span>
          </li>
        ))}
      </ul>
      {resolving && <ResolveDialog alert={resolving} onClose={() => setResolving(undefined)} />}
    </>
  );
}

function About({ alert }: { alert: AlertView }) {
  const { machine, product } = alert;
  return (
    <span className="row-main">
      {alert.message}
      <small>{typeLabels[alert.type]} · <Link to={paths.machine(machine.machineId)}>{machine.machineId}</Link> · {machine.location.address}</small>
      {product && <small>{product.name} ({product.sku})</small>}
      <small>{formatDateTime(alert.createdAt)} · {alert.ageInHours.toFixed(alert.ageInHours < 10 ? 1 : 0)} h old</small>
      {alert.resolvedAt && <small>Resolved{alert.resolvedBy ? ` by ${alert.resolvedBy.firstName} ${alert.resolvedBy.lastName}` : ' by itself'}, {formatDateTime(alert.resolvedAt)}</small>}
    </span>
  );
}
