/** Who is told, step by step, until somebody acknowledges. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { MOST_STEPS } from '@larder/contracts/alert-rules.js';
import { Button, Checkbox, InputNumber, Select } from 'antd';
import { useId } from 'react';
import { useProfile } from '../../../lib/session/session-api.js';
import { leaveByTab } from '../../../ui/leave-by-tab.js';
import { useMembersQuery } from '../../organization/organization-api.js';
import { nameOf } from '../handling/history-text.js';
import { Complaint, Labelled, readDecimal, type RulesFormState } from './rule-fields.js';
import { memberValue, nextStep, type RulesDraft, type StepDraft } from './rules-draft.js';

const severityOptions: { value: RulesDraft['notify'][number]; label: string }[] = [{ value: 'high', label: 'High' }, { value: 'medium', label: 'Medium' }, { value: 'low', label: 'Low' }];

export function StepFields({ form }: { form: RulesFormState }) {
  const { draft: { steps, notify }, errors, mayChange, edit } = form;
  const id = useId();
  const { data: me } = useProfile();
  const change = (at: number, how: Partial<StepDraft>) => edit({ steps: steps.map((step, n) => (n === at ? { ...step, ...how } : step)) });
  return (
    <fieldset disabled={!mayChange}>
      <legend>Who is told</legend>
      <div role="group" aria-label="Severities that notify"><Checkbox.Group disabled={!mayChange} options={severityOptions} value={notify} onChange={(chosen) => edit({ notify: chosen })} /></div>
      {steps.length === 0 && <p className="quiet">Nobody is told yet: alerts show on this screen only.</p>}
      {steps.map((step, at) => (
        // Steps have no names of their own and stay in their order.
        <Step key={at} at={at} step={step} error={errors[`steps.${at}`]} mayChange={mayChange} onChange={(how) => change(at, how)} onRemove={() => edit({ steps: steps.filter((_, n) => n !== at) })} />
      ))}
      <Complaint id={`${id}e`} text={errors.steps} />
      {mayChange && steps.length < MOST_STEPS && <div><Button size="small" icon={<PlusOutlined />} onClick={() => edit({ steps: [...steps, nextStep(steps, me?.id)] })}>Add Step</Button></div>}
    </fieldset>
  );
}

interface StepProps {
  at: number;
  step: StepDraft;
  error: string | undefined;
  mayChange: boolean;
  onChange(how: Partial<StepDraft>): void;
  onRemove(): void;
}

function Step({ at, step, error, mayChange, onChange, onRemove }: StepProps) {
  const id = useId();
  const { data: members } = useMembersQuery();
  const options = (members ?? []).filter(({ status }) => status === 'active').map((member) => ({ value: memberValue(member.userId), label: `${nameOf(member)} (${member.email})` }));
  const status = error ? 'error' : '';
  return (
    <div className="step" role="group" aria-label={`Step ${at + 1}`}>
      <div className="between"><strong>Step {at + 1}</strong>{mayChange && <Button size="small" type="text" icon={<DeleteOutlined />} aria-label={`Remove step ${at + 1}`} onClick={onRemove} />}</div>
      <Labelled id={`${id}m`} label="After"><InputNumber id={`${id}m`} disabled={!mayChange} parser={readDecimal} suffix="minutes unacknowledged" value={step.afterMinutes} status={status} onChange={(afterMinutes) => onChange({ afterMinutes })} /></Labelled>
      <Labelled id={`${id}t`} label="Tell by e-mail">
        <Select id={`${id}t`} mode="tags" onInputKeyDown={leaveByTab} defaultActiveFirstOption={false} disabled={!mayChange} tokenSeparators={[',', ' ', ';']} showSearch={{ optionFilterProp: 'label' }} value={step.to} options={options} status={status} onChange={(to) => onChange({ to })} />
        <small>Members, or any e-mail address you type.</small>
      </Labelled>
      <Checkbox disabled={!mayChange} checked={step.webhook} onChange={(event) => onChange({ webhook: event.target.checked })}>Call the webhook</Checkbox>
      <Complaint id={`${id}e`} text={error} />
    </div>
  );
}
