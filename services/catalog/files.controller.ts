/** The catalogue out as CSV, and in. */
import { Controller } from '@nestjs/common';
import { exportProducts, getProductImport, importProducts, type ProductImportReport } from '@larder/contracts/product-files.js';
import { refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { Importing } from './importing.js';
import { Presenting } from './presenting.js';
import { productsCsv } from './product-csv.js';
import { productView, type ProductRow } from './product-view.js';

@Controller()
export class FilesController {
  constructor(private readonly kit: Kit, private readonly presenting: Presenting, private readonly importing: Importing) {}

  @Answers(exportProducts)
  async export(_: In<typeof exportProducts>, asked: Asked): Promise<Out<typeof exportProducts>> {
    const account = accountOf(asked);
    const rows = await this.kit.views.all<ProductRow>(productView, account, { deleted: false }, { by: 'nameKey', order: 'asc' });
    return { csv: productsCsv(await this.presenting.all(rows, account, asked)), products: rows.length };
  }

  @Answers(importProducts)
  async import(input: In<typeof importProducts>, asked: Asked): Promise<Out<typeof importProducts> | Refusal> {
    return this.importing.begin(accountOf(asked), input, asked);
  }

  @Answers(getProductImport)
  async report({ importId }: In<typeof getProductImport>, asked: Asked): Promise<ProductImportReport | Refusal> {
    return (await this.importing.reportOf(accountOf(asked), importId)) ?? refuse('NOT_FOUND', 'This import is not known any more. Running it again changes nothing that is done.');
  }
}
