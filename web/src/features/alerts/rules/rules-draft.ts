/** The rules while somebody edits them: what the fields hold, and what is wrong with it. */
import { alertRules, type AlertRules, type Recipient, type ShownRules } from '@larder/contracts/alert-rules.js';

export interface StepDraft {
  afterMinutes: number | null;
  /** Members as `member:<id>`, addresses as they are typed. */
  to: string[];
  webhook: boolean;
}
export interface RulesDraft {
  lowStockPercent: number | null;
  minC: number | null;
  maxC: number | null;
  maintenanceDays: number | null;
  notify: AlertRules['notify'];
  quiet: boolean;
  from: string;
  to: string;
  exceptHigh: boolean;
  steps: StepDraft[];
  webhookUrl: string;
}

const MEMBER = 'member:';
export const memberValue = (userId: string): string => MEMBER + userId;
const valueOf = (to: Recipient): string => (to.kind === 'member' ? memberValue(to.userId) : to.email);
const recipientOf = (value: string): Recipient => (value.startsWith(MEMBER) ? { kind: 'member', userId: value.slice(MEMBER.length) } : { kind: 'address', email: value.trim() });

export const draftOf = ({ lowStockPercent, temperature, maintenanceDays, notify, quietHours, steps, webhookUrl }: ShownRules): RulesDraft => ({
  lowStockPercent, ...temperature, maintenanceDays, notify, quiet: quietHours !== null, from: quietHours?.from ?? '22:00', to: quietHours?.to ?? '07:00', exceptHigh: quietHours?.exceptHigh ?? true,
  steps: steps.map(({ afterMinutes, recipients, webhook }) => ({ afterMinutes, to: recipients.map(valueOf), webhook })), webhookUrl: webhookUrl ?? '',
});

export type RulesErrors = Readonly<Record<string, string>>;

/** The rules, or the first complaint about each field: `lowStockPercent`, `temperature`, `maintenanceDays`, `quietHours`, `webhookUrl`, `steps`, `steps.0`. */
export function rulesOf(draft: RulesDraft): { rules: AlertRules } | { errors: RulesErrors } {
  const { lowStockPercent, minC, maxC, maintenanceDays, notify, quiet, from, to, exceptHigh, steps, webhookUrl } = draft;
  const url = webhookUrl.trim();
  const read = alertRules.safeParse({
    lowStockPercent, temperature: { minC, maxC }, maintenanceDays, notify, quietHours: quiet ? { from, to, exceptHigh } : null, webhookUrl: url || null,
    steps: steps.map((step) => ({ afterMinutes: step.afterMinutes, recipients: step.to.map(recipientOf), webhook: step.webhook })),
  });
  const errors: Record<string, string> = {};
  for (const { path, message } of read.error?.issues ?? []) errors[String(path[0] === 'steps' && path.length > 1 ? `steps.${String(path[1])}` : path[0])] ??= path.at(-1) === 'afterMinutes' ? 'Please enter whole minutes, at most a week' : message;
  if (!url && steps.some(({ webhook }) => webhook)) errors.webhookUrl ??= 'Please enter the address of the webhook';
  return read.success && Object.keys(errors).length === 0 ? { rules: read.data } : { errors };
}

/**
 * The next step, later than the ones there are.
 * @param me whoever adds it: the first one to be told, as long as nobody else is
 */
export const nextStep = (steps: readonly StepDraft[], me: string | undefined): StepDraft => {
  const last = steps.at(-1);
  return last ? { afterMinutes: (last.afterMinutes ?? 0) + 15, to: [], webhook: false } : { afterMinutes: 0, to: me === undefined ? [] : [memberValue(me)], webhook: false };
};
