/** The organization's rules for alerts: what raises them, who is told, and when not. */
import type { ShownRules } from '@larder/contracts/alert-rules.js';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { asFailure } from '../../../lib/failure-text.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { Drawer, ShownOnce } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { LoadingRows } from '../../../ui/loading.js';
import { useToasts } from '../../../ui/toasts.js';
import { useAlertRulesQuery, useSetAlertRulesMutation } from '../alerts-api.js';
import { draftOf, rulesOf, type RulesErrors } from './rules-draft.js';
import { LimitFields, QuietFields, WebhookFields } from './rule-fields.js';
import { StepFields } from './step-fields.js';

export function RulesDrawer({ onClose }: { onClose: () => void }) {
  const { data, error, isError, refetch } = useAlertRulesQuery();
  // Begun anew when that is asked for only: rules are read again by themselves, after a broken connection, too.
  const [begun, setBegun] = useState(0);
  const [secret, setSecret] = useState<string>();
  const reload = async () => {
    const { isSuccess } = await refetch();
    if (isSuccess) setBegun((times) => times + 1);
  };
  if (secret) return <SigningSecret secret={secret} onKept={onClose} />;
  return (
    <Drawer size={620} title="Alert Rules" onClose={onClose}>
      {isError && <FailureBox text="Failed to load alert rules" error={error} onRetry={refetch} />}
      {data ? <RulesForm key={begun} rules={data} onSecret={setSecret} onReload={() => void reload()} onClose={onClose} /> : !isError && <LoadingRows rows={10} label="Loading alert rules" />}
    </Drawer>
  );
}

const SigningSecret = ({ secret, onKept }: { secret: string; onKept(): void }) => (
  <ShownOnce title="Signing secret of the webhook" okText="Done" onKept={onKept}>
    <Alert type="success" showIcon title="Keep this secret: it is shown once" description={<><code className="secret">{secret}</code><p>Calls carry <code>larder-signature: t=…,v1=…</code>; v1 is the HMAC-SHA256, in hexadecimal, of t, a full stop and the exact body under this secret.</p></>} role="status" />
  </ShownOnce>
);

interface Props {
  rules: ShownRules;
  /** The webhook's, which is shown once. */
  onSecret(secret: string): void;
  onReload(): void;
  onClose(): void;
}

function RulesForm({ rules: loaded, onSecret, onReload, onClose }: Props) {
  const toasts = useToasts();
  const mayChange = useMayChange('settings.update') === true;
  // Those the form began with: with the version of today nobody would notice who was overtaken.
  const [rules] = useState(loaded);
  const [draft, setDraft] = useState(() => draftOf(loaded));
  const [newSecret, setNewSecret] = useState(false);
  const [errors, setErrors] = useState<RulesErrors>({});
  const [save, { error, isLoading }] = useSetAlertRulesMutation();
  const form = { draft, errors, mayChange, edit: (change: Partial<typeof draft>) => setDraft((was) => ({ ...was, ...change })) };
  const submit = async () => {
    const read = rulesOf(draft);
    if ('errors' in read) return setErrors(read.errors);
    setErrors({});
    const { data } = await save({ ...read.rules, version: rules.version, newSecret });
    if (!data) return;
    toasts.good('Alert rules saved');
    if (data.webhookSecret) onSecret(data.webhookSecret);
    else onClose();
  };
  const isOvertaken = asFailure(error)?.code === 'CONFLICT';
  return (
    <form className="rules stack" noValidate onSubmit={(event) => (event.preventDefault(), void submit())}>
      {error && <FailureBox text="Failed to save alert rules" error={error} {...(isOvertaken && { onRetry: onReload })} />}
      {!mayChange && <Alert type="info" showIcon title="Only administrators change these rules." />}
      <LimitFields form={form} offlineAfterSeconds={rules.offlineAfterSeconds} />
      <StepFields form={form} />
      <QuietFields form={form} timeZone={rules.timeZone} />
      <WebhookFields form={form} hasSecret={rules.webhookUrl !== null} newSecret={newSecret} onNewSecret={setNewSecret} />
      {Object.keys(errors).length > 0 && <p role="alert">Some of the rules need another look.</p>}
      <div className="form-buttons">
        {mayChange && <Button type="primary" htmlType="submit" loading={isLoading}>Save Rules</Button>}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
