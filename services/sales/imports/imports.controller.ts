/** What operators ask of imports. */
import { Controller } from '@nestjs/common';
import { isTimeZone } from '@larder/contracts/day.js';
import { listMembers, type TeamMember } from '@larder/contracts/identity/organization.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { getImport, listImports, startImport, type ImportReport } from '@larder/contracts/sales.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { importView, type ImportRow } from './import-view.js';
import { Importing } from './importing.js';

@Controller()
export class ImportsController {
  constructor(private readonly kit: Kit, private readonly importing: Importing) {}

  @Answers(startImport)
  async start(input: In<typeof startImport>, asked: Asked): Promise<Out<typeof startImport> | Refusal> {
    if (input.timeZone !== undefined && !isTimeZone(input.timeZone)) return refuse('BAD_INPUT', `Unknown time zone: ${input.timeZone}`);
    return this.importing.begin(accountOf(asked), input, asked);
  }

  @Answers(getImport)
  async report({ importId }: In<typeof getImport>, asked: Asked): Promise<ImportReport | Refusal> {
    return (await this.importing.reportOf(accountOf(asked), importId)) ?? refuse('NOT_FOUND', 'This import is not known any more. Running it again changes nothing that is recorded.');
  }

  @Answers(listImports)
  async list({ page, limit }: In<typeof listImports>, asked: Asked): Promise<Out<typeof listImports> | Refusal> {
    const account = accountOf(asked);
    const [{ rows, total }, team] = await Promise.all([
      this.kit.views.find<ImportRow>(importView, account, { sort: { by: 'startedAt', order: 'desc' }, skip: (page - 1) * limit, limit }),
      this.kit.ask(listMembers, {}, asked),
    ]);
    if (isRefusal(team)) return team;
    const imports = await Promise.all(rows.map(async ({ actor, isFinished, ...row }) => ({ ...row, by: nameOf(actor, team.members), state: isFinished ? 'done' as const : await this.importing.unfinished(account, row.importId) })));
    return { imports, total, page, pages: Math.ceil(total / limit) };
  }
}

function nameOf(actor: string, members: readonly TeamMember[]): string {
  const member = members.find(({ userId }) => actor === `user:${userId}`);
  return member ? `${member.firstName} ${member.lastName}`.trim() || member.email : '';
}
