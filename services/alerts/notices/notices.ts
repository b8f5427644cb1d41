/** Hands notices over: by e-mail through identity, by webhook. What fails is tried again by the deadline of the alert. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { AlertFact } from '@larder/contracts/alerts.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { openTexts, sendNotice } from '@larder/contracts/identity.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Kit } from '@larder/kit/kit.js';
import { alert, type AlertCommand } from '../alert.js';
import { alertView, type AlertRow } from '../alert-view.js';
import type { Notice } from './escalation.js';
import { mailOf, webhookBody, type Told } from './notice-texts.js';
import { saidNow } from '../names-of-now.js';
import { askedFor, Raising } from '../watching/raising.js';
import { callWebhook, type Delivery } from './webhook.js';

interface Order {
  account: string;
  /** Of the alert's condition. */
  stream: string;
  alertId: string;
  noticeId: string;
  attempt: number;
}

@Injectable()
export class Notices {
  /** One notice of an organization and channel after the other: a receiver that hangs keeps up nobody else. */
  private readonly queues = new Map<string, Promise<void>>();
  private stopped = false;

  constructor(private readonly kit: Kit, private readonly raising: Raising) {}

  /** Only takes the order: what is lost with this process is found by the alert's deadline. */
  async take(heard: AnyFact): Promise<void> {
    const fact = heard as unknown as Stored<AlertFact>;
    if (fact.type !== 'NoticeOrdered' && fact.type !== 'NoticeRetried') return;
    const { alertId, noticeId } = fact.data;
    const order = { account: fact.meta.account, stream: fact.stream.slice(`${alert.category}-`.length), alertId, noticeId, attempt: fact.type === 'NoticeOrdered' ? 1 : fact.data.attempt };
    await this.kit.views.reached(alertView, fact.position);
    const state = await this.kit.look(alert, order.stream, order.account);
    const queue = `${order.account} ${state.notices[noticeId]?.to.kind === 'webhook' ? 'webhook' : 'mail'}`;
    const turn = (this.queues.get(queue) ?? Promise.resolve()).then(() => this.deliver(order)).catch((error: unknown) => void this.kit.surprise('notices', error));
    this.queues.set(queue, turn);
    void turn.then(() => this.queues.get(queue) === turn && this.queues.delete(queue));
  }

  /** Resolves when what is being sent is sent. */
  end = async (): Promise<void> => {
    this.stopped = true;
    await Promise.all(this.queues.values());
  };

  private async deliver(order: Order): Promise<void> {
    const { account, stream, alertId, noticeId, attempt } = order;
    const state = await this.kit.look(alert, stream, account);
    const notice = state.notices[noticeId];
    // Somebody has acknowledged meanwhile, or this attempt waited for so long that the next one is on its way.
    if (this.stopped || notice?.state !== 'waiting' || notice.attempt !== attempt) return;
    const raised = await this.kit.views.get<AlertRow>(alertView, account, alertId);
    const [row] = raised ? await saidNow(this.kit, account, [raised]) : [];
    const delivery = row ? await this.send(order, notice, toldOf(row, notice)) : { ok: false as const, why: 'The alert is gone', forGood: true };
    const now = this.kit.clock.now().toISOString();
    const command: AlertCommand = delivery.ok ? { type: 'NoteDelivered', noticeId } : { type: 'NoteFailed', noticeId, attempt, why: delivery.why, forGood: delivery.forGood === true, now };
    await this.kit.handle(alert, stream, command, { commandId: `notice:${noticeId}:${attempt}`, account, actor: 'system:alerts', correlationId: noticeId });
  }

  private async send({ account, noticeId }: Order, { to }: Notice, told: Told): Promise<Delivery> {
    const [address] = to.kind === 'address' ? await this.open(account, [to.sealed]) : [];
    if (to.kind === 'address' && !address) return { ok: false, why: 'The address is not known any more', forGood: true };
    if (!(await this.isNamed(account, to, address))) return { ok: false, why: 'The rules do not name this recipient any more', forGood: true };
    if (to.kind === 'webhook') return this.callWebhook(account, noticeId, told);
    const sent = await this.kit.ask(sendNotice, {
      id: createHash('sha256').update(noticeId).digest('hex'), account, to: to.kind === 'member' ? { userId: to.userId } : { address: address as string }, ...mailOf(told, await this.raising.timeZone(account)),
    }, askedFor(account));
    return isRefusal(sent) ? { ok: false, why: sent.message, forGood: sent.refused === 'NOT_FOUND' || sent.refused === 'BAD_INPUT' } : { ok: true };
  }

  /** By the rules of now: a notice may have been tried for hours. An address is sealed anew whenever they are set. */
  private async isNamed(account: string, to: Notice['to'], address: string | null | undefined): Promise<boolean> {
    const { steps } = await this.raising.rules(account);
    const named = (await this.raising.reached(account, steps)).flatMap((step) => step.to);
    if (named.some((one) => isDeepStrictEqual(one, to))) return true;
    const sealed = to.kind === 'address' ? named.flatMap((one) => (one.kind === 'address' ? [one.sealed] : [])) : [];
    return sealed.length > 0 && (await this.open(account, sealed)).includes(address ?? null);
  }

  private async callWebhook(account: string, noticeId: string, told: Told): Promise<Delivery> {
    const { webhook } = await this.raising.rules(account);
    const [secret] = webhook ? await this.open(account, [webhook.secret]) : [];
    if (!webhook || !secret) return { ok: false, why: 'There is no webhook any more', forGood: true };
    return callWebhook({ url: webhook.url, secret, body: webhookBody(noticeId, told), sentAt: Math.floor(this.kit.clock.now().getTime() / 1000) }, isStrict());
  }

  /** null: the key is gone. */
  private async open(account: string, sealed: string[]): Promise<readonly (string | null)[]> {
    const opened = await this.kit.ask(openTexts, { account, sealed }, askedFor(account));
    if (isRefusal(opened)) throw new Error(opened.message); // identity is away: the deadline finds it
    return opened.texts;
  }
}

/** In production webhooks go to public addresses by https, and nowhere else. */
export const isStrict = (): boolean => process.env.NODE_ENV === 'production';

const toldOf = (row: AlertRow, { step, orderedAt }: Notice): Told => ({ row, step: step + 1, orderedAt });
