/** Single sign-on: how members come in at the organization's own provider. */
import type { SingleSignOnSettings } from '@larder/contracts/identity/single-sign-on.js';
import { Button } from 'antd';
import { useState } from 'react';
import { useAccountQuery, useMayChange } from '../../lib/session/session-api.js';
import { useOpened } from '../../lib/use-opened.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { CopyButton } from '../../ui/copy-button.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { PlanWay } from '../../ui/plan-way.js';
import { Section } from '../../ui/section.js';
import { useToasts } from '../../ui/toasts.js';
import { useDropSingleSignOnMutation, useSingleSignOnQuery } from './organization-api.js';
import { SingleSignOnDialog } from './single-sign-on-dialog.js';

export function SingleSignOnCard() {
  const setting = useOpened('single-sign-on');
  const [dropping, setDropping] = useState(false);
  const mayChange = useMayChange('organization.manage') === true;
  const isIncluded = useAccountQuery().data?.features.includes('sso') ?? true;
  const { data, error, isError, refetch } = useSingleSignOnQuery();
  const set = data?.settings;
  return (
    <Section title="Single Sign-On" extra={mayChange && data && <span className="beside">{set && <Button size="small" danger onClick={() => setDropping(true)}>Turn Off</Button>}{isIncluded && <Button size="small" onClick={() => setting.open('settings')}>{set ? 'Change' : 'Set Up'}</Button>}</span>}>
      <p className="quiet">Members sign in with the login of your company, at Google Workspace, Microsoft Entra, Okta or any other OpenID provider.</p>
      {!isIncluded && <p className="quiet">Your plan includes no single sign-on{set && ', so members sign in with their passwords'}. <PlanWay /></p>}
      {isError && <FailureBox text="Failed to load single sign-on" error={error} stale={data !== undefined} onRetry={refetch} />}
      {!data && !isError && <LoadingRows rows={2} label="Loading single sign-on" />}
      {data && set && <Facts set={set} signInUrl={data.signInUrl} />}
      {mayChange && setting.opened && data && <SingleSignOnDialog shown={data} onClose={setting.close} />}
      {dropping && set && <TurnOff set={set} onClose={() => setDropping(false)} />}
    </Section>
  );
}

const Facts = ({ set, signInUrl }: { set: SingleSignOnSettings; signInUrl: string }) => (
  <dl className="facts">
    <div><dt>Provider</dt><dd><code>{set.issuer}</code></dd></div>
    <div><dt>Client ID</dt><dd><code>{set.clientId}</code></dd></div>
    <div><dt>Passwords</dt><dd>{set.isRequired ? 'Let owners in only' : 'Let everybody in, too'}</dd></div>
    <div><dt>Members sign in at</dt><dd><code>{signInUrl}</code> <CopyButton what="Sign-in address" text={signInUrl} /></dd></div>
  </dl>
);

function TurnOff({ set, onClose }: { set: SingleSignOnSettings; onClose(): void }) {
  const toasts = useToasts();
  const [drop] = useDropSingleSignOnMutation();
  return (
    <ConfirmDialog title="Turn off single sign-on?" okText="Turn Off" danger failed="Failed to turn off single sign-on" act={() => drop()} onDone={() => toasts.good('Single sign-on is off')} onClose={onClose}>
      <p>Whoever came in at {new URL(set.issuer).host} is signed out. Members sign in with their passwords again. Whoever has none chooses one under "Forgot password?" on the sign-in page.</p>
      <p>To use {new URL(set.issuer).host} again later, its client secret has to be entered anew.</p>
    </ConfirmDialog>
  );
}
