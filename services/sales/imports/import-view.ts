/** The imports there were, as operators look back on them. */
import type { PastImport } from '@larder/contracts/sales.js';
import type { Projection } from '@larder/kit/views/projection.js';
import type { ImportFact } from './import-log.js';

export interface ImportRow extends Omit<PastImport, 'by' | 'state'> {
  /** Who brought the file, as facts name them. */
  actor: string;
  isFinished: boolean;
}

export const importView: Projection<ImportFact, ImportRow> = {
  collection: 'sale-imports',
  version: 1,
  orders: ['startedAt'],
  categories: ['import'],
  rows: (fact) => [{ account: fact.meta.account, id: fact.data.importId }],
  apply(row, { type, data, meta }) {
    const { importId, fileName, rows } = data;
    if (type === 'ImportStarted') return { importId, fileName, rows, startedAt: meta.at, actor: meta.actor, isFinished: false, sales: 0, known: 0, totalCents: 0, quarantined: 0, quarantine: [] };
    const { sales, known, totalCents, quarantined, quarantine = [] } = data;
    return row && { ...row, isFinished: true, sales, known, totalCents, quarantined, quarantine };
  },
};
