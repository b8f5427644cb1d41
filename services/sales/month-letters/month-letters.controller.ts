/** Whoever reads the figures may have them sent. */
import { Controller } from '@nestjs/common';
import { sendsMail } from '@larder/contracts/identity.js';
import { monthLetter, setMonthLetter, type MonthLetterStanding } from '@larder/contracts/sales/month-letters.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { accountDay } from '../sums/account-day.js';
import { monthLetterOf, nextLetter, streamOf, type MonthLetterState } from './month-letter.js';

@Controller()
export class MonthLettersController {
  constructor(private readonly kit: Kit) {}

  @Answers(monthLetter)
  async show(_: In<typeof monthLetter>, asked: Asked): Promise<MonthLetterStanding | Refusal> {
    const account = accountOf(asked);
    const day = await accountDay(this.kit, account, asked);
    if (isRefusal(day)) return day;
    return shown(await this.kit.look(monthLetterOf, streamOf(account, memberOf(asked)), account), day.timeZone);
  }

  @Answers(setMonthLetter)
  async set({ wanted }: In<typeof setMonthLetter>, asked: Asked): Promise<MonthLetterStanding | Refusal> {
    const account = accountOf(asked);
    const userId = memberOf(asked);
    const day = await accountDay(this.kit, account, asked);
    if (isRefusal(day)) return day;
    const mail = wanted ? await this.kit.ask(sendsMail, {}, { ...asked, caller: { kind: 'service', name: 'sales' } }) : { sends: true };
    if (isRefusal(mail)) return mail;
    if (!mail.sends) return refuse('CONFLICT', 'No e-mails can be sent from here: whoever runs Larder has to name a mail server first');
    const command = wanted ? { type: 'WantLetters' as const, userId, next: nextLetter(this.kit.clock.now().toISOString(), day.timeZone) } : { type: 'EndLetters' as const, why: 'asked' as const };
    const done = await this.kit.handle(monthLetterOf, streamOf(account, userId), command, causeOf(asked, account));
    return isRefusal(done) ? done : shown(done.state, day.timeZone);
  }
}

const shown = ({ wanted }: MonthLetterState, timeZone: string): MonthLetterStanding => ({ wanted: wanted !== undefined, ...(wanted && { nextAt: wanted.next.dueAt }), timeZone });

function memberOf({ caller }: Asked): string {
  if (caller.kind !== 'user') throw new Error(`A ${caller.kind} gets no letters`);
  return caller.id;
}
