/** Issues an API key, and shows it once. */
import { keyName, keyRoles, type KeyRole } from '@larder/contracts/identity/api-keys.js';
import { Alert, Radio, Select } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { firstIssues } from '../../lib/first-issues.js';
import { capitalized } from '../../lib/format.js';
import { useKeyFor } from '../../lib/use-key-for.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Dialog, ShownOnce } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { controlOf, Field, TextField, useForm } from '../../ui/form.js';
import { roleTexts } from '../team/actions.js';
import { useIssueApiKeyMutation } from './organization-api.js';

const schema = z.object({ name: keyName });
const FOR_GOOD = '';
const spans = [{ value: '30', label: '30 days' }, { value: '90', label: '90 days' }, { value: '365', label: '1 year' }, { value: FOR_GOOD, label: 'Until it is revoked' }];

export function IssueKeyDialog({ onClose }: { onClose(): void }) {
  const [role, setRole] = useState<KeyRole>('viewer');
  const keys = useKeyFor();
  const [issue, { data, error, isLoading }] = useIssueApiKeyMutation();
  const form = useForm({ name: '', days: '365' }, (entered) => firstIssues(schema, entered), async ({ name, days }) => {
    const order = { name: name.trim(), role, ...(days !== FOR_GOOD && { days: Number(days) }) };
    const answer = await issue({ ...order, key: keys.keyFor(order) });
    keys.heard(answer.error);
  });
  if (data) return <Issued name={data.key.name} secret={data.secret} onKept={onClose} />;
  return (
    <Dialog title="Issue API key" okText="Issue Key" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: 'issue-key' }} onCancel={onClose}>
      <form id="issue-key" className="stack" onSubmit={form.onSubmit} noValidate>
        {error && <FailureBox text="Failed to issue the API key" error={error} />}
        <TextField form={form} name="name" label="Name" hint="Which program it is for. What it does is told under this name." autoComplete="off" autoFocus maxLength={60} />
        <fieldset className="choice">
          <legend>Role</legend>
          <Radio.Group value={role} onChange={(event) => setRole(event.target.value as KeyRole)}>
            {keyRoles.map((one) => <Radio key={one} value={one}>{capitalized(one)}<small>{roleTexts[one]}</small></Radio>)}
          </Radio.Group>
        </fieldset>
        <Field form={form} name="days" label="Good for">
          <Select {...controlOf(form, 'days')} value={form.entered.days} options={spans} onChange={(days) => form.edit({ days })} />
        </Field>
        <p className="quiet">It ends when you leave the organization, or may not change its settings any more.</p>
      </form>
    </Dialog>
  );
}

function Issued({ name, secret, onKept }: { name: string; secret: string; onKept(): void }) {
  const command = `curl -H 'Authorization: Bearer ${secret}' ${location.origin}/api/cognito-auth/machines`;
  return (
    <ShownOnce title={`API key for ${name}`} okText="Done" onKept={onKept}>
      <div className="stack">
        <Alert type="success" showIcon title="Keep this key: it is shown once" description="Whoever has it may do what its role may. Put it where the program keeps its secrets, and in no e-mail." role="status" />
        <p className="shown-once"><small>API key</small><code className="secret">{secret}</code><CopyButton what="API key" text={secret} /></p>
        <p className="shown-once"><small>To try it</small><code className="secret">{command}</code><CopyButton what="Command" text={command} /></p>
      </div>
    </ShownOnce>
  );
}
