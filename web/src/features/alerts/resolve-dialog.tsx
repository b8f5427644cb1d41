/** Resolving an alert by hand, with the reason that goes into its history. */
import { resolveAlert, type AlertView } from '@larder/contracts/alerts.js';
import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { FailureBox } from '../../ui/failure-box.js';
import { useToasts } from '../../ui/toasts.js';
import { useResolveAlertMutation } from './alerts-api.js';

export function ResolveDialog({ alert, onClose }: { alert: AlertView; onClose: () => void }) {
  const id = useId();
  const toasts = useToasts();
  const [reason, setReason] = useState('');
  const [complaint, setComplaint] = useState('');
  const [resolve, { error, isLoading, reset }] = useResolveAlertMutation();
  const submit = async () => {
    const checked = resolveAlert.input.safeParse({ id: alert._id, reason });
    if (!checked.success) return setComplaint(checked.error.issues[0]?.message ?? '');
    const answer = await resolve(checked.data);
    if (answer.error) return;
    toasts.good('Alert resolved');
    onClose();
  };
  return (
    <Modal open title="Resolve alert" okText="Resolve" confirmLoading={isLoading} onOk={submit} onCancel={onClose}>
      <p>{alert.message}</p>
      {error && <FailureBox text="Failed to resolve alert" error={error} retryLabel="Try Again" onRetry={() => void submit()} onDismiss={reset} />}
      <div className="login-field">
        <label htmlFor={id}>Reason</label>
        <Input.TextArea
          id={id} autoFocus rows={3} maxLength={500} value={reason} status={complaint ? 'error' : ''} aria-describedby={`${id}-error`}
          onChange={(event) => {
            setReason(event.target.value);
            setComplaint('');
          }}
        />
        {complaint && <p id={`${id}-error`} role="alert">{complaint}</p>}
      </div>
    </Modal>
  );
}
