/** An import from the order to the last row. */
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ImportReport } from '@larder/contracts/sales.js';
import { api, type ApiFailure } from '../../lib/api.js';
import { asFailure } from '../../lib/failure-text.js';
import { useImportReport, useStartImportMutation } from './sales-api.js';

export interface ChosenFile {
  name: string;
  csv: string;
}
export interface Import {
  /** `idle`: choose a file; `running` and `done` are about a dry run or the import itself. */
  stage: 'idle' | 'running' | 'done' | 'failed';
  dryRun: boolean;
  report?: ImportReport;
  failure?: ApiFailure;
  start(file: ChosenFile, timeZone: string, dryRun: boolean): void;
  reset(): void;
}

export function useImport(): Import {
  const dispatch = useDispatch();
  const [run, setRun] = useState<{ importId: string; dryRun: boolean }>();
  const [order, ordering] = useStartImportMutation();
  const { report, error } = useImportReport(run?.importId);
  const failure = asFailure(ordering.error ?? error) ?? (report?.state === 'failed' ? { status: 0, code: 'BAD_INPUT', message: report.error ?? '' } : undefined);
  const stage = failure ? 'failed' : ordering.isLoading ? 'running' : !run ? 'idle' : report?.state === 'done' ? 'done' : 'running';
  const taken = stage === 'done' && run?.dryRun === false;
  useEffect(() => {
    if (taken) dispatch(api.util.invalidateTags(['sales', 'machines']));
  }, [taken, dispatch]);

  const start = async (file: ChosenFile, timeZone: string, dryRun: boolean) => {
    setRun(undefined);
    const answer = await order({ fileName: file.name, csv: file.csv, timeZone, dryRun });
    if (answer.data) setRun({ importId: answer.data.importId, dryRun });
  };
  const reset = () => {
    setRun(undefined);
    ordering.reset();
  };
  return { stage, dryRun: run?.dryRun ?? true, report, failure, start: (...order) => void start(...order), reset };
}
