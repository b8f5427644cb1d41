/** An import of products from the order to the last row. */
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ProductImportReport } from '@larder/contracts/product-files.js';
import { api, type ApiFailure } from '../../../lib/api.js';
import { asFailure } from '../../../lib/failure-text.js';
import { useImportProductsMutation, useProductImportReport } from '../products-api.js';

export interface ChosenFile {
  name: string;
  csv: string;
}
export interface Import {
  /** `idle`: choose a file; `running` and `done` are about a dry run or the import itself. */
  stage: 'idle' | 'running' | 'done' | 'failed';
  dryRun: boolean;
  report?: ProductImportReport;
  failure?: ApiFailure;
  start(file: ChosenFile, dryRun: boolean): void;
  reset(): void;
}

export function useImport(): Import {
  const dispatch = useDispatch();
  const [run, setRun] = useState<{ importId: string; dryRun: boolean }>();
  const [order, ordering] = useImportProductsMutation();
  const { report, error } = useProductImportReport(run?.importId);
  const failure = asFailure(ordering.error ?? error) ?? (report?.state === 'failed' ? { status: 0, code: 'BAD_INPUT', message: report.error ?? '' } : undefined);
  const stage = failure ? 'failed' : ordering.isLoading ? 'running' : !run ? 'idle' : report?.state === 'done' ? 'done' : 'running';
  const taken = stage === 'done' && run?.dryRun === false;
  useEffect(() => {
    if (taken) dispatch(api.util.invalidateTags(['products', 'machines']));
  }, [taken, dispatch]);

  const start = async ({ name, csv }: ChosenFile, dryRun: boolean) => {
    setRun(undefined);
    const { data } = await order({ fileName: name, csv, dryRun });
    if (data) setRun({ importId: data.importId, dryRun });
  };
  const reset = () => {
    setRun(undefined);
    ordering.reset();
  };
  return { stage, dryRun: run?.dryRun ?? true, report, failure, start: (...order) => void start(...order), reset };
}
