/** The organization's rules for alerts, as administrators see and change them. */
import { Controller } from '@nestjs/common';
import { getAlertRules, setAlertRules, stockRule, type Recipient, type ShownRules } from '@larder/contracts/alert-rules.js';
import type { NoticeRecipient } from '@larder/contracts/alerts.js';
import { OFFLINE_AFTER_SECONDS } from '@larder/contracts/fleet.js';
import { openTexts, sealTexts } from '@larder/contracts/identity.js';
import { listMembers } from '@larder/contracts/identity/organization.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { alertRules, type AlertRulesState, type KeptRules } from './alert-rules.js';
import { isStrict } from './notices/notices.js';
import { askedFor, Raising } from './watching/raising.js';
import { complaintAbout } from '@larder/kit/http/outside.js';

type NewRules = In<typeof setAlertRules>;

@Controller()
export class RulesController {
  constructor(private readonly kit: Kit, private readonly raising: Raising) {}

  @Answers(getAlertRules)
  async get(_: In<typeof getAlertRules>, asked: Asked): Promise<Out<typeof getAlertRules> | Refusal> {
    const account = accountOf(asked);
    const rules = await this.shown(account, await this.kit.look(alertRules, account, account));
    return isRefusal(rules) ? rules : { rules };
  }

  @Answers(stockRule)
  async stock({ account }: In<typeof stockRule>): Promise<Out<typeof stockRule>> {
    const { lowStockPercent } = await this.raising.rules(account);
    return { lowStockPercent };
  }

  @Answers(setAlertRules)
  async set(wanted: NewRules, asked: Asked): Promise<Out<typeof setAlertRules> | Refusal> {
    const account = accountOf(asked);
    const refused = (await this.refusedRecipients(wanted, asked)) ?? refusedWebhook(wanted);
    if (refused) return refused;
    const { rules: before } = await this.kit.look(alertRules, account, account);
    const secret = wanted.webhookUrl && (wanted.newSecret || !before.webhook) ? `whsec_${this.kit.chance.secret(24)}` : undefined;
    const rules = await this.kept(account, wanted, before, secret);
    if (isRefusal(rules)) return rules;
    const done = await this.kit.handle(alertRules, account, { type: 'SetRules', rules, version: wanted.version }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    const shown = await this.shown(account, done.state);
    // Said again after a lost answer, it would be another secret than the one that is kept.
    return isRefusal(shown) ? shown : { rules: shown, ...(secret && done.facts.length > 0 && { webhookSecret: secret }) };
  }

  private async refusedRecipients({ steps }: NewRules, asked: Asked): Promise<Refusal | undefined> {
    const wanted = steps.flatMap(({ recipients }) => recipients.flatMap((to) => (to.kind === 'member' ? [to.userId] : [])));
    if (wanted.length === 0) return undefined;
    const active = await this.members(asked);
    if (isRefusal(active)) return active;
    return wanted.every((userId) => active.has(userId)) ? undefined : refuse('BAD_INPUT', 'Somebody who is to be told is no member of the organization');
  }

  private async members(asked: Asked): Promise<ReadonlySet<string> | Refusal> {
    const team = await this.kit.ask(listMembers, {}, asked);
    return isRefusal(team) ? team : new Set(team.members.filter(({ status }) => status === 'active').map(({ userId }) => userId));
  }

  private async kept(account: string, { lowStockPercent, temperature, maintenanceDays, notify, quietHours, steps, webhookUrl }: NewRules, before: KeptRules, secret: string | undefined): Promise<KeptRules | Refusal> {
    const addresses = [...new Set(steps.flatMap(({ recipients }) => recipients.flatMap((to) => (to.kind === 'address' ? [to.email] : []))))];
    const sealed = await this.kit.ask(sealTexts, { account, texts: [...addresses, ...(secret ? [secret] : [])] }, askedFor(account));
    if (isRefusal(sealed)) return sealed;
    const keptSecret = secret ? sealed.sealed.at(-1) : before.webhook?.secret;
    const keep = (to: Recipient): NoticeRecipient => (to.kind === 'member' ? to : { kind: 'address', sealed: sealed.sealed[addresses.indexOf(to.email)] ?? '' });
    return {
      lowStockPercent, temperature, maintenanceDays, notify, quietHours, webhook: webhookUrl && keptSecret ? { url: webhookUrl, secret: keptSecret } : null,
      steps: steps.map(({ afterMinutes, recipients, webhook }) => ({ afterMinutes, to: [...recipients.map(keep), ...(webhook ? [{ kind: 'webhook' as const }] : [])] })),
    };
  }

  /** With whom they reach now: who has left would stand in the way of every change. */
  private async shown(account: string, { rules: { webhook, steps: set, ...limits }, version }: AlertRulesState): Promise<ShownRules | Refusal> {
    const steps = await this.raising.reached(account, set);
    const sealed = steps.flatMap(({ to }) => to.flatMap((one) => (one.kind === 'address' ? [one.sealed] : [])));
    const opened = sealed.length > 0 ? await this.kit.ask(openTexts, { account, sealed }, askedFor(account)) : { texts: [] };
    if (isRefusal(opened)) return opened;
    const show = (to: NoticeRecipient): Recipient[] => {
      if (to.kind === 'webhook') return [];
      if (to.kind === 'member') return [to];
      const email = opened.texts[sealed.indexOf(to.sealed)];
      return email ? [{ kind: 'address', email }] : [];
    };
    return {
      ...limits, version, timeZone: await this.raising.timeZone(account), offlineAfterSeconds: OFFLINE_AFTER_SECONDS, webhookUrl: webhook?.url ?? null,
      steps: steps.map(({ afterMinutes, to }) => ({ afterMinutes, recipients: to.flatMap(show), webhook: to.some(({ kind }) => kind === 'webhook') })),
    };
  }
}

function refusedWebhook({ webhookUrl, steps }: NewRules): Refusal | undefined {
  const complaint = webhookUrl && complaintAbout(webhookUrl, isStrict());
  if (complaint) return refuse('BAD_INPUT', complaint);
  return !webhookUrl && steps.some(({ webhook }) => webhook) ? refuse('BAD_INPUT', 'Please enter the address of the webhook') : undefined;
}
