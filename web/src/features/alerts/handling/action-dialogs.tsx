/** What is asked before an alert is assigned, put off, resolved or opened again. */
import { MOST_SNOOZE_DAYS, type AlertView } from '@larder/contracts/alerts.js';
import { DatePicker, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId, useState, type ReactNode } from 'react';
import { capitalized, zoneName } from '../../../lib/format.js';
import { formatDateTime } from '../../../lib/money-and-time.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { useToasts } from '../../../ui/toasts.js';
import { useMembersQuery } from '../../organization/organization-api.js';
import { useDoAlertMutation, type Deed } from '../alerts-api.js';
import { useZone } from '../../../lib/time/use-zone.js';
import { nameOf } from './history-text.js';
import { snoozes } from './snoozes.js';

interface Props {
  alert: AlertView;
  onClose(): void;
}
type Asking = 'assign' | 'snooze' | 'resolve' | 'reopen';

export function ActionDialog({ action, ...props }: Props & { action: Asking }) {
  switch (action) {
    case 'assign': return <AssignDialog {...props} />;
    case 'snooze': return <SnoozeDialog {...props} />;
    case 'resolve': return <ReasonDialog {...props} what="resolve" title="Resolve alert" okText="Resolve" done="Alert resolved" />;
    case 'reopen': return <ReasonDialog {...props} what="reopen" title="Reopen alert" okText="Reopen" done="Alert reopened" />;
  }
}

interface FrameProps extends Props {
  title: string;
  okText: string;
  /** Said when it worked. */
  done: string;
  /** What is sent; a complaint when something is missing. */
  deed(): Deed | string;
  children(complaint: ReactNode): ReactNode;
}

function Frame({ alert, title, okText, done, deed, onClose, children }: FrameProps) {
  const id = useId();
  const toasts = useToasts();
  const [complaint, setComplaint] = useState('');
  const [act, { error, isLoading, reset }] = useDoAlertMutation();
  const submit = async () => {
    const wanted = deed();
    if (typeof wanted === 'string') return setComplaint(wanted);
    setComplaint('');
    const answer = await act(wanted);
    if (answer.error) return;
    toasts.good(done);
    onClose();
  };
  return (
    <Dialog title={title} okText={okText} confirmLoading={isLoading} onOk={() => void submit()} onCancel={onClose}>
      <div className="stack">
        <p>{alert.message}</p>
        {error && <FailureBox text={`Failed to ${title.charAt(0).toLowerCase()}${title.slice(1)}`} error={error} retryLabel="Try Again" onRetry={() => void submit()} onDismiss={reset} />}
        {children(complaint && <p id={id} role="alert">{complaint}</p>)}
      </div>
    </Dialog>
  );
}

type ReasonProps = Props & Pick<FrameProps, 'title' | 'okText' | 'done'> & { what: 'resolve' | 'reopen' };

function ReasonDialog({ what, ...props }: ReasonProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  return (
    <Frame {...props} deed={() => (reason.trim() ? { id: props.alert._id, what, body: { reason: reason.trim() } } : 'Please give a reason')}>
      {(complaint) => (
        <div className="login-field">
          <label htmlFor={id}>Reason</label>
          <Input.TextArea id={id} autoFocus rows={3} maxLength={500} value={reason} status={complaint ? 'error' : ''} onChange={(event) => setReason(event.target.value)} />
          {complaint}
        </div>
      )}
    </Frame>
  );
}

function AssignDialog(props: Props) {
  const id = useId();
  const { data: members, error, isError, refetch } = useMembersQuery();
  const { assignedTo } = props.alert;
  const [userId, setUserId] = useState(assignedTo?.userId ?? '');
  const active = members?.filter(({ status }) => status === 'active');
  const hasLeft = assignedTo && active && !active.some((member) => member.userId === assignedTo.userId);
  const options = [
    { value: '', label: 'Nobody' }, ...(active ?? []).map((member) => ({ value: member.userId, label: `${nameOf(member)} (${member.role})` })),
    ...(hasLeft ? [{ value: assignedTo.userId, label: capitalized(nameOf(assignedTo)), disabled: true }] : []),
  ];
  return (
    <Frame {...props} title="Assign alert" okText="Assign" done={userId ? 'Alert assigned' : 'The alert is nobody\'s now'} deed={() => ({ id: props.alert._id, what: 'assign', body: { userId: userId || null } })}>
      {(complaint) => (
        <>
          {isError && <FailureBox text="Failed to load team members" error={error} onRetry={refetch} />}
          <div className="login-field">
            <label htmlFor={id}>Assigned to</label>
            <Select id={id} showSearch={{ optionFilterProp: 'label' }} loading={!members && !isError} value={active ? userId : null} options={options} onChange={setUserId} />
            {complaint}
          </div>
        </>
      )}
    </Frame>
  );
}

function SnoozeDialog(props: Props) {
  const id = useId();
  const [choice, setChoice] = useState('1h');
  const [at, setAt] = useState<Dayjs | null>(null);
  const [reason, setReason] = useState('');
  const timeZone = useZone();
  const untilFrom = (now: Date): Date | undefined => (choice === 'at' ? at?.toDate() : snoozes.find(({ value }) => value === choice)?.until(now));
  const shown = untilFrom(new Date(serverNow()));
  const deed = (): Deed | string => {
    const now = new Date(serverNow());
    const until = untilFrom(now);
    if (!until) return 'Please choose a time';
    if (until <= now) return 'Please choose a time in the future';
    return { id: props.alert._id, what: 'snooze', body: { until: until.toISOString(), ...(reason.trim() && { reason: reason.trim() }) } };
  };
  return (
    <Frame {...props} title="Snooze alert" okText="Snooze" done="Alert snoozed" deed={deed}>
      {(complaint) => (
        <>
          <div className="login-field">
            <label htmlFor={`${id}c`}>Until</label>
            <Select id={`${id}c`} value={choice} options={[...snoozes.map(({ value, label }) => ({ value, label })), { value: 'at', label: 'A time of your choice' }]} onChange={setChoice} />
            {choice !== 'at' && complaint}
          </div>
          {choice === 'at' && (
            <div className="login-field">
              <label htmlFor={`${id}t`}>Day and time, where you are</label>
              <DatePicker id={`${id}t`} showTime={{ format: 'HH:mm' }} format="MMM D, YYYY HH:mm" value={at} onChange={setAt} minDate={dayjs()} maxDate={dayjs().add(MOST_SNOOZE_DAYS, 'day')} />
              {complaint}
            </div>
          )}
          <div className="login-field">
            <label htmlFor={`${id}r`}>Reason (optional)</label>
            <Input id={`${id}r`} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </div>
          {shown && timeZone && <p className="quiet">That is {formatDateTime(shown.toISOString(), timeZone)}, {zoneName(timeZone)}.</p>}
          <p className="quiet">Nobody is told meanwhile. Then the alert wants attention again, unless its condition has cleared.</p>
        </>
      )}
    </Frame>
  );
}
