/** Two-step sign-in with an authenticator app. */
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../lib/api.js';
import type { Trouble } from '../../lib/session/cognito-calls.js';
import { isTrouble } from '../../lib/session/cognito-calls.js';
import type { Profile } from '../../lib/session/session-api.js';
import { CodeField, useForm } from '../../ui/form.js';
import { Qr } from '../../ui/qr.js';
import { Section } from '../../ui/section.js';
import { useToasts } from '../../ui/toasts.js';
import { checkCode } from '../sign-in/rules.js';
import { otpauthUrl, spacedSecret, type Credentials } from './credentials.js';
import { TurnOffDialog } from './turn-off-dialog.js';
import { RecoveryDialog, RecoveryNote } from './recovery-codes.js';

export function SecondFactorCard({ credentials, profile }: { credentials: Credentials; profile: Profile }) {
  const [secret, setSecret] = useState<string>();
  const [problem, setProblem] = useState<Trouble>();
  const [ending, setEnding] = useState(false);
  const [recovering, setRecovering] = useState(false);
  const hasRecovery = credentials.isOurs;
  const changed = useChanged();
  const begin = async () => {
    const answer = await credentials.beginSecondFactor();
    setProblem(isTrouble(answer) ? answer : undefined);
    if (!isTrouble(answer)) setSecret(answer.secret);
  };
  const proved = () => {
    setSecret(undefined);
    changed('Two-step sign-in is on');
    if (hasRecovery) setRecovering(true);
  };
  return (
    <Section title="Two-step sign-in" extra={<span className={`pill ${profile.secondFactor ? 'good' : 'plain'}`}>{profile.secondFactor ? 'On' : 'Off'}</span>}>
      <div className="stack">
        {problem && <Alert type="error" showIcon title={problem.trouble} role="alert" />}
        {profile.waitedForBy && <Alert type="info" showIcon title={`${profile.waitedForBy} lets you in once this is on.`} />}
        {!secret && <p>{profile.secondFactor ? 'Besides your password, a code of your authenticator app is asked for.' : 'Ask for a code of an authenticator app besides the password, so that a stolen password alone opens nothing.'}</p>}
        {secret && <Prove credentials={credentials} email={profile.email} secret={secret} onDone={proved} onCancel={() => setSecret(undefined)} />}
        {!secret && profile.secondFactor && hasRecovery && <RecoveryNote left={profile.recoveryCodes} />}
        {!secret && (
          <div className="form-buttons">
            {profile.secondFactor && hasRecovery && <Button onClick={() => setRecovering(true)}>New recovery codes</Button>}
            {profile.secondFactor ? <Button danger onClick={() => setEnding(true)}>Turn off</Button> : <Button onClick={() => void begin()}>Turn on</Button>}
          </div>
        )}
      </div>
      {recovering && <RecoveryDialog email={profile.email} onClose={() => setRecovering(false)} />}
      {ending && <TurnOffDialog credentials={credentials} profile={profile} onDone={() => changed('Two-step sign-in is off')} onClose={() => setEnding(false)} />}
    </Section>
  );
}

function useChanged(): (text: string) => void {
  const toasts = useToasts();
  const dispatch = useDispatch();
  return (text) => {
    toasts.good(text);
    dispatch(api.util.invalidateTags(['profile']));
  };
}

function Prove({ credentials, email, secret, onDone, onCancel }: { credentials: Credentials; email: string; secret: string; onDone(): void; onCancel(): void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Trouble>();
  const form = useForm({ code: '' }, checkCode, async ({ code }) => {
    setBusy(true);
    const trouble = await credentials.proveSecondFactor(code.trim());
    setBusy(false);
    setProblem(trouble);
    if (!trouble) onDone();
  });
  return (
    <form className="stack" onSubmit={form.onSubmit} noValidate>
      <p>Scan this with your authenticator app, or type the key into it. Then enter the code that the app shows.</p>
      <div className="second-factor">
        <Qr value={otpauthUrl(email, secret)} size={168} label="QR code for the authenticator app" />
        <p><small>Key</small><code className="secret">{spacedSecret(secret)}</code></p>
      </div>
      {problem && <Alert type="error" showIcon title={problem.trouble} role="alert" />}
      <CodeField form={form} name="code" label="Code" autoFocus />
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" disabled={busy}>Confirm</Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
