/** Recovery codes: told once, after the password, to be kept where the phone is not. */
import { makeRecoveryCodes } from '@larder/contracts/identity.js';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { firstIssues } from '../../lib/first-issues.js';
import { saveFile } from '../../lib/files/save-file.js';
import { Dialog, ShownOnce } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { PasswordField, useForm } from '../../ui/form.js';
import { useToasts } from '../../ui/toasts.js';
import { useMakeRecoveryCodesMutation } from './profile-api.js';

/** Few enough to think of new ones. */
const FEW = 3;

export function RecoveryNote({ left }: { left: number }) {
  if (left === 0) return <Alert type="warning" showIcon title="You have no recovery codes. When your phone is lost you cannot sign in any more." />;
  const some = left === 1 ? 'One recovery code is left' : `${left} recovery codes are left`;
  return left < FEW ? <Alert type="warning" showIcon title={`${some}. Make new ones before they are gone.`} /> : <p>{some}. Each lets you in once when your phone is lost.</p>;
}

export function RecoveryDialog({ email, onClose }: { email: string; onClose(): void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  return codes ? <Codes codes={codes} email={email} onClose={onClose} /> : <Ask email={email} onCodes={setCodes} onClose={onClose} />;
}

function Ask({ email, onCodes, onClose }: { email: string; onCodes(codes: readonly string[]): void; onClose(): void }) {
  const [make, { error, isLoading }] = useMakeRecoveryCodesMutation();
  const form = useForm({ password: '' }, (entered) => firstIssues(makeRecoveryCodes.input, entered), async (entered) => {
    const { data } = await make(entered);
    if (data) onCodes(data.codes);
  });
  return (
    <Dialog title="Recovery codes" okText="Show codes" okButtonProps={{ htmlType: 'submit', form: 'recovery' }} onCancel={onClose} confirmLoading={isLoading}>
      <form id="recovery" className="stack" onSubmit={form.onSubmit} noValidate>
        <p>Each of these ten codes lets you in once without your phone. Codes you were given before are good no more.</p>
        {error !== undefined && <FailureBox text="Failed to make recovery codes" error={error} />}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" autoFocus />
      </form>
    </Dialog>
  );
}

function Codes({ codes, email, onClose }: { codes: readonly string[]; email: string; onClose(): void }) {
  const toasts = useToasts();
  const copy = () => navigator.clipboard.writeText(codes.join('\n')).then(() => toasts.good('Copied'), () => toasts.bad('They could not be copied. Please download or write them down.'));
  const download = () => saveFile(new Blob([`Recovery codes of ${email} for Larder, each good once\n\n${codes.join('\n')}\n`], { type: 'text/plain' }), 'larder-recovery-codes.txt');
  return (
    <ShownOnce title="Keep these codes" okText="I have kept them" onKept={onClose}>
      <div className="stack">
        <p>Print them or put them into your password manager. They are not shown again.</p>
        <ul className="recovery-codes" aria-label="Recovery codes">{codes.map((code) => <li key={code}><code>{code}</code></li>)}</ul>
        <div className="form-buttons">
          {'clipboard' in navigator && <Button onClick={() => void copy()}>Copy</Button>}
          <Button onClick={download}>Download</Button>
        </div>
      </div>
    </ShownOnce>
  );
}
