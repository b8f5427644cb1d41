/** The buttons of an alert, and the dialogs they open. */
import { MoreOutlined } from '@ant-design/icons';
import type { AlertView } from '@larder/contracts/alerts.js';
import { Button } from 'antd';
import { createContext, Suspense, useContext, useState, type ReactNode } from 'react';
import { asFailure } from '../../../lib/failure-text.js';
import { late } from '../../../ui/late.js';
import { MoreMenu } from '../../../ui/more-menu.js';
import { useToasts } from '../../../ui/toasts.js';
import { Coming } from '../../../ui/loading.js';
import { useDoAlertMutation } from '../alerts-api.js';
import { actionLabels, actionsFor, type Action } from './actions.js';

const ActionDialog = late(async () => (await import('./action-dialogs.js')).ActionDialog);

const done = { acknowledge: 'Alert acknowledged', return: 'The alert is back' } as const;

interface Asked {
  alert: AlertView;
  action: Exclude<Action, keyof typeof done>;
}
const Asking = createContext<(asked: Asked) => void>(() => undefined);

/** Around what shows alerts. What is asked about one stays when its row goes: it may have cleared, or newer ones came. */
export function AlertDeeds({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  return (
    <Asking value={setAsked}>
      {children}
      {asked && <Suspense fallback={<Coming />}><ActionDialog {...asked} onClose={() => setAsked(undefined)} /></Suspense>}
    </Asking>
  );
}

export function AlertActions({ alert }: { alert: AlertView }) {
  const toasts = useToasts();
  const ask = useContext(Asking);
  const [act, { isLoading }] = useDoAlertMutation();
  const [first, ...others] = actionsFor(alert);
  const begin = async (action: Action) => {
    if (action !== 'acknowledge' && action !== 'return') return ask({ alert, action });
    const { error } = await act({ id: alert._id, what: action, body: {} });
    if (error) toasts.bad(asFailure(error)?.message || `Failed to ${action === 'return' ? 'end the snooze' : 'acknowledge the alert'}`);
    else toasts.good(done[action]);
  };
  const deeds = others.map((action) => ({ key: action, label: actionLabels[action] }));
  return (
    <span className="alert-actions">
      <Button size="small" loading={isLoading} onClick={() => void begin(first)}>{actionLabels[first]}</Button>
      {others.length > 0 && <MoreMenu size="small" type="text" icon={<MoreOutlined />} aria-label={`More actions for ${alert.message}`} deeds={deeds} onDeed={(action) => void begin(action)} placement="bottomRight" />}
    </span>
  );
}
