/** What operators ask of imports. */
import { Controller } from '@nestjs/common';
import { isTimeZone } from '@larder/contracts/day.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { getImport, startImport, type ImportReport } from '@larder/contracts/sales.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { Importing } from './importing.js';

@Controller()
export class ImportsController {
  constructor(private readonly importing: Importing) {}

  @Answers(startImport)
  async start(input: In<typeof startImport>, asked: Asked): Promise<Out<typeof startImport> | Refusal> {
    if (input.timeZone !== undefined && !isTimeZone(input.timeZone)) return refuse('BAD_INPUT', `Unknown time zone: ${input.timeZone}`);
    return this.importing.begin(accountOf(asked), input, asked);
  }

  @Answers(getImport)
  async report({ importId }: In<typeof getImport>, asked: Asked): Promise<ImportReport | Refusal> {
    return (await this.importing.reportOf(accountOf(asked), importId)) ?? refuse('NOT_FOUND', 'This import is not known any more. Running it again changes nothing that is recorded.');
  }
}
