/** Raises and clears what was found out, with the names people know and the rules of the organization. */
import { describeProducts } from '@larder/contracts/catalog.js';
import { machineCard } from '@larder/contracts/fleet/places.js';
import { accountSettings, membersAmong } from '@larder/contracts/identity/organization.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Cause } from '@larder/kit/commands/handle.js';
import { Kit } from '@larder/kit/kit.js';
import { Injectable } from '@nestjs/common';
import { alert, alertStream, type Heard, type Raised } from '../alert.js';
import { alertRules, type KeptRules } from '../alert-rules.js';
import { isOverWith, type Meaning } from './conditions.js';
import { NOBODY, type EscalationPlan } from '../notices/escalation.js';
import { sentenceOf } from '../sentences.js';

@Injectable()
export class Raising {
  constructor(private readonly kit: Kit) {}

  rules = async (account: string): Promise<KeptRules> => (await this.kit.look(alertRules, account, account)).rules;

  /** Who is told of an alert of the organization by the rules of now. Throws while identity is away. */
  async plan(account: string): Promise<EscalationPlan> {
    const { notify, steps, quietHours } = await this.rules(account);
    if (steps.length === 0 || notify.length === 0) return NOBODY;
    const [reached, timeZone] = await Promise.all([this.reached(account, steps), quietHours ? this.timeZone(account) : 'UTC']);
    return { notify, steps: reached, quietHours, timeZone };
  }

  /** Without those who have left the organization. A step that told nobody else goes to its owners: nobody would hear that nobody is told. As they are set while identity is away. */
  async reached(account: string, steps: KeptRules['steps']): Promise<KeptRules['steps']> {
    const userIds = [...new Set(steps.flatMap(({ to }) => to.flatMap((one) => (one.kind === 'member' ? [one.userId] : []))))];
    const found = userIds.length > 0 ? await this.kit.ask(membersAmong, { account, userIds }, askedFor(account)) : undefined;
    if (!found || isRefusal(found)) return steps;
    const owners = found.owners.map((userId) => ({ kind: 'member' as const, userId }));
    return steps.map(({ to, ...step }) => {
      const left = to.filter((one) => one.kind !== 'member' || found.members.includes(one.userId));
      return { ...step, to: left.length > 0 ? left : owners };
    });
  }

  /** Of the organization. Throws while identity is away. */
  async timeZone(account: string): Promise<string> {
    const settings = await this.kit.ask(accountSettings, { account }, askedFor(account));
    if (!isRefusal(settings)) return settings.timeZone;
    if (settings.refused === 'UNAVAILABLE') throw new Declined(settings); // later
    return 'UTC';
  }

  isOpen = async (account: string, condition: string): Promise<boolean> => (await this.kit.look(alert, alertStream(account, condition), account)).isOpen;

  /** @param found what it follows from: a fact or a reading. @param heard where the fact lies */
  async follow(meaning: Meaning, found: NonNullable<Raised['cause']>, cause: Cause, heard?: Heard): Promise<void> {
    const { account } = cause;
    const stream = alertStream(account, meaning.condition);
    if ('clear' in meaning) {
      await this.kit.handle(alert, stream, { type: 'Clear', heard }, cause);
      return;
    }
    const [{ machine, timeZone, product, isInactive, isGone }, plan] = await Promise.all([this.names(account, meaning), this.plan(account)]);
    // Heard behind its removal, as of another service: nothing would end it.
    if (isGone && isOverWith(meaning.machineId, meaning.condition)) return;
    const said = meaning.alert(timeZone);
    const message = sentenceOf(said, { machine: machine.name, product: product?.name });
    if (message === undefined) throw new Error(`There is nothing to say of ${meaning.condition}`);
    // What is left of it is to be sold: nobody brings more before it is.
    if (isInactive && said.type === 'low_stock' && said.details.currentStock !== 0) {
      await this.kit.handle(alert, stream, { type: 'Clear', heard }, cause);
      return;
    }
    await this.kit.handle(alert, stream, { type: 'Raise', alert: { ...said, message, condition: meaning.condition, machine, product, cause: found }, now: this.kit.clock.now().toISOString(), plan, heard }, cause);
  }

  private async names(account: string, { machineId, productId }: Exclude<Meaning, { clear: true }>) {
    const asked = askedFor(account);
    const [card, products] = await Promise.all([
      this.kit.ask(machineCard, { account, machineId }, asked),
      productId ? this.kit.ask(describeProducts, { account, ids: [productId] }, asked) : [],
    ]);
    if (isRefusal(card) && card.refused === 'UNAVAILABLE') throw new Declined(card); // fleet is away: later
    const found = isRefusal(products) ? undefined : products[0];
    return {
      machine: isRefusal(card) ? { machineId, name: machineId, address: '' } : { machineId, name: card.name, address: card.address },
      timeZone: isRefusal(card) ? undefined : card.timeZone,
      product: found && { productId: found.productId, name: found.name, sku: found.sku }, isInactive: found?.isActive === false, isGone: isRefusal(card) && card.refused === 'NOT_FOUND',
    };
  }
}

/** Where a fact lies. */
export const placeOf = ({ stream, revision }: Heard): Heard => ({ stream, revision });

/** For questions that nobody in particular asks. */
export const askedFor = (account: string): Asked => ({ caller: { kind: 'service', name: 'alerts' }, commandId: `alerts:${account}`, correlationId: 'alerts' });
