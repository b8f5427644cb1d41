/** The parts of the form of alert rules, but for the steps. */
import { Checkbox, Input, InputNumber, Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import type { RulesDraft, RulesErrors } from './rules-draft.js';

export interface RulesFormState {
  draft: RulesDraft;
  errors: RulesErrors;
  mayChange: boolean;
  edit(change: Partial<RulesDraft>): void;
}

export const Complaint = ({ id, text }: { id: string; text: string | undefined }) => (text ? <p id={id} role="alert">{text}</p> : null);

export function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return <div className="login-field"><label htmlFor={id}>{label}</label>{children}</div>;
}

/** To many a comma is the decimal point: left out, as the component library does, it makes 75 of 7,5. Text, as the library's own reading. */
export const readDecimal = (typed = ''): number => typed.replace(',', '.').replace(/[^\w.-]+/g, '') as unknown as number;

export function LimitFields({ form: { draft, errors, mayChange, edit }, offlineAfterSeconds }: { form: RulesFormState; offlineAfterSeconds: number }) {
  const id = useId();
  return (
    <fieldset disabled={!mayChange}>
      <legend>What raises an alert</legend>
      <Labelled id={`${id}s`} label="Low stock at or below">
        <InputNumber id={`${id}s`} disabled={!mayChange} parser={readDecimal} suffix="% of the maximum" value={draft.lowStockPercent} status={errors.lowStockPercent ? 'error' : ''} aria-describedby={`${id}se`} onChange={(lowStockPercent) => edit({ lowStockPercent })} />
        <Complaint id={`${id}se`} text={errors.lowStockPercent} />
        <small>Holds at once, for alerts and on the screens of machines. An empty slot is always high.</small>
      </Labelled>
      <div className="pair">
        <Labelled id={`${id}n`} label="Temperature not below">
          <InputNumber id={`${id}n`} disabled={!mayChange} parser={readDecimal} suffix="°C" placeholder="No limit" value={draft.minC} status={errors.temperature ? 'error' : ''} aria-describedby={`${id}te`} onChange={(minC) => edit({ minC })} />
        </Labelled>
        <Labelled id={`${id}x`} label="Temperature not above">
          <InputNumber id={`${id}x`} disabled={!mayChange} parser={readDecimal} suffix="°C" placeholder="No limit" value={draft.maxC} status={errors.temperature ? 'error' : ''} aria-describedby={`${id}te`} onChange={(maxC) => edit({ maxC })} />
        </Labelled>
      </div>
      <Complaint id={`${id}te`} text={errors.temperature} />
      <Labelled id={`${id}m`} label="Maintenance due after">
        <InputNumber id={`${id}m`} disabled={!mayChange} parser={readDecimal} suffix="days without service" placeholder="Never" value={draft.maintenanceDays} status={errors.maintenanceDays ? 'error' : ''} aria-describedby={`${id}me`} onChange={(maintenanceDays) => edit({ maintenanceDays })} />
        <Complaint id={`${id}me`} text={errors.maintenanceDays} />
        <small>Serviced is a machine that comes back from maintenance, or whose door was open in service mode. Empty: never.</small>
      </Labelled>
      <p className="quiet">A machine is offline after {offlineAfterSeconds} seconds of silence; that is the same for everybody. In maintenance that raises no alert.</p>
    </fieldset>
  );
}

export function QuietFields({ form: { draft, errors, mayChange, edit }, timeZone }: { form: RulesFormState; timeZone: string }) {
  const id = useId();
  return (
    <fieldset disabled={!mayChange}>
      <legend>Quiet hours</legend>
      <label className="beside" htmlFor={`${id}q`}><Switch id={`${id}q`} size="small" disabled={!mayChange} checked={draft.quiet} onChange={(quiet) => edit({ quiet })} /> Tell nobody at certain hours</label>
      {draft.quiet && (
        <>
          <div className="pair">
            <Labelled id={`${id}f`} label="From"><Input id={`${id}f`} type="time" value={draft.from} status={errors.quietHours ? 'error' : ''} aria-describedby={`${id}qe`} onChange={(event) => edit({ from: event.target.value })} /></Labelled>
            <Labelled id={`${id}t`} label="To"><Input id={`${id}t`} type="time" value={draft.to} status={errors.quietHours ? 'error' : ''} aria-describedby={`${id}qe`} onChange={(event) => edit({ to: event.target.value })} /></Labelled>
          </div>
          <Complaint id={`${id}qe`} text={errors.quietHours} />
          <Checkbox disabled={!mayChange} checked={draft.exceptHigh} onChange={(event) => edit({ exceptHigh: event.target.checked })}>High alerts are told at any hour</Checkbox>
          <p className="quiet">In the organization's time zone, {timeZone}. What falls into quiet hours is told when they end, one step after the other.</p>
        </>
      )}
    </fieldset>
  );
}

interface WebhookProps {
  form: RulesFormState;
  hasSecret: boolean;
  newSecret: boolean;
  onNewSecret(is: boolean): void;
}

export function WebhookFields({ form: { draft, errors, mayChange, edit }, hasSecret, newSecret, onNewSecret }: WebhookProps) {
  const id = useId();
  return (
    <fieldset disabled={!mayChange}>
      <legend>Webhook</legend>
      <Labelled id={`${id}w`} label="Address">
        <Input id={`${id}w`} type="url" inputMode="url" autoComplete="off" maxLength={500} placeholder="https://" value={draft.webhookUrl} status={errors.webhookUrl ? 'error' : ''} aria-describedby={`${id}we`} onChange={(event) => edit({ webhookUrl: event.target.value })} />
        <Complaint id={`${id}we`} text={errors.webhookUrl} />
        <small>Gets a signed JSON message for each step that says so. What it does not take is tried again for a day.</small>
      </Labelled>
      {hasSecret && draft.webhookUrl.trim() !== '' && <Checkbox disabled={!mayChange} checked={newSecret} onChange={(event) => onNewSecret(event.target.checked)}>Make a new signing secret</Checkbox>}
    </fieldset>
  );
}
