/** That an import was run, by whom and with what outcome. */
import type { SalesFact } from '@larder/contracts/sales.js';
import type { Decider } from '@larder/kit/commands/decider.js';

export type ImportFact = Extract<SalesFact, { type: `Import${string}` }>;
export type ImportCommand =
  | { type: 'StartImport'; started: Extract<ImportFact, { type: 'ImportStarted' }>['data'] }
  | { type: 'FinishImport'; finished: Extract<ImportFact, { type: 'ImportFinished' }>['data'] };

export const importLog: Decider<ImportCommand, ImportFact, { started: boolean; finished: boolean }> = {
  category: 'import',
  initial: { started: false, finished: false },
  decide(command, state) {
    if (command.type === 'StartImport') return state.started ? [] : [{ type: 'ImportStarted', data: command.started }];
    return state.finished ? [] : [{ type: 'ImportFinished', data: command.finished }];
  },
  evolve: (state, fact) => (fact.type === 'ImportStarted' ? { ...state, started: true } : { ...state, finished: true }),
};
