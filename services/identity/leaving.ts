/** Leaving an organization: for another one, or with everything that was known of a person. */
import { Injectable } from '@nestjs/common';
import { machineSummary } from '@larder/contracts/fleet.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { inWords } from './billing/in-words.js';
import { Subscriptions } from './billing/subscriptions.js';
import { Teams } from './teams.js';

@Injectable()
export class Leaving {
  constructor(private readonly kit: Kit, private readonly teams: Teams, private readonly subscriptions: Subscriptions) {}

  /**
   * The only member leaves an organization behind that nobody can enter: its books stay, its invitations end, and nobody goes on paying for it.
   * Machines that sell are left to nobody. `otherwise` is a further way out to tell of, with its comma.
   */
  async leave(account: string, userId: string, asked: Asked, otherwise = ''): Promise<Refusal | undefined> {
    const { members, created } = await this.teams.state(account);
    if (isAlone(members) && asked.caller.kind !== 'user') return refuse('CONFLICT', `${created?.name ?? 'Your organization'} waits for you to turn on two-step sign-in. Please do that first.`);
    const machines = isAlone(members) ? await this.kit.ask(machineSummary, {}, asked) : undefined;
    if (isRefusal(machines)) return machines;
    if (machines?.total) return refuse('CONFLICT', `Nobody would be left to see to the machines of ${created?.name ?? 'your organization'}. Make somebody else its owner or remove its machines first${otherwise}.`);
    // That there is no subscription to end is no reason to stay.
    const ended = isAlone(members) ? await inWords(() => this.subscriptions.end('cancel', asked).then(() => undefined)) : undefined;
    if (isRefusal(ended)) return ended;
    const left = await this.teams.do(account, { type: 'Leave', userId, isLast: isAlone(members) }, causeOf(asked, account));
    return isRefusal(left) ? left : undefined;
  }
}

const isAlone = (members: Readonly<Record<string, unknown>>): boolean => Object.keys(members).length === 1;
