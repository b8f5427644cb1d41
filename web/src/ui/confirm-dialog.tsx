/** Asks once more before something is done, and says there when it fails. */
import { useState, type ReactNode } from 'react';
import { Dialog } from './dialog.js';
import { FailureBox } from './failure-box.js';

interface Props {
  title: string;
  okText: string;
  danger?: boolean;
  /** What could not be done, e.g. 'Failed to remove user'. */
  failed: string;
  act(): Promise<{ error?: unknown }>;
  onDone?(): void;
  onClose(): void;
  children: ReactNode;
}

export function ConfirmDialog({ title, okText, danger, failed, act, onDone, onClose, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const go = async () => {
    setBusy(true);
    setProblem(undefined);
    const { error } = await act();
    setBusy(false);
    if (error) return setProblem(error);
    onDone?.();
    onClose();
  };
  return (
    <Dialog title={title} okText={okText} okButtonProps={{ danger: danger === true }} confirmLoading={busy} onOk={() => void go()} onCancel={onClose}>
      <div className="stack">
        {problem !== undefined && <FailureBox text={failed} error={problem} />}
        {children}
      </div>
    </Dialog>
  );
}
