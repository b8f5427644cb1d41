/** Keeps, lists and drops the custom reports of an organization. */
import { Controller } from '@nestjs/common';
import { orderKey } from '@larder/contracts/names.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { dropReport, keepReport, keptReports, type KeptReport } from '@larder/contracts/sales/kept-reports.js';
import { columnsOf } from '@larder/contracts/sales/reports.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { keptReportsOf, withName, type Kept } from './kept-reports.js';

@Controller()
export class KeptReportsController {
  constructor(private readonly kit: Kit) {}

  @Answers(keptReports)
  async list(_: In<typeof keptReports>, asked: Asked): Promise<Out<typeof keptReports>> {
    const account = accountOf(asked);
    const { reports } = await this.kit.look(keptReportsOf, account, account);
    const inOrder = Object.values(reports).sort((a, b) => (orderKey(a.name) < orderKey(b.name) ? -1 : 1));
    return { reports: inOrder.map(shown) };
  }

  @Answers(keepReport)
  async keep({ columns, ...chosen }: In<typeof keepReport>, asked: Asked): Promise<Out<typeof keepReport> | Refusal> {
    const account = accountOf(asked);
    const report: Kept = { reportId: this.kit.chance.uuid(), ...chosen, columns: columnsOf(columns.join()), userId: personOf(asked), keptAt: this.kit.clock.now().toISOString() };
    const done = await this.kit.handle(keptReportsOf, account, { type: 'KeepReport', report }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    // Said again after a lost answer, it is the one that was kept then.
    return { report: shown(withName(done.state.reports, chosen.name) ?? report) };
  }

  @Answers(dropReport)
  async drop({ reportId }: In<typeof dropReport>, asked: Asked): Promise<Out<typeof dropReport> | Refusal> {
    const account = accountOf(asked);
    const done = await this.kit.handle(keptReportsOf, account, { type: 'DropReport', reportId, userId: personOf(asked) }, causeOf(asked, account));
    return isRefusal(done) ? done : {};
  }
}

const shown = ({ reportId, name, by, split, columns }: Kept): KeptReport => ({ reportId, name, by, ...(split && { split }), columns });

function personOf({ caller }: Asked): string {
  if (caller.kind !== 'user') throw new Error(`A ${caller.kind} keeps no reports`);
  return caller.id;
}
