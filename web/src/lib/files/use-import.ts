/** An import of a file, from the order to the last row. */
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api, type ApiFailure } from '../api.js';
import { asFailure } from '../failure-text.js';

export interface ChosenFile {
  name: string;
  csv: string;
}
export interface Import<Order, Report> {
  /** `idle`: choose a file; `running` and `done` are about a dry run or the import itself. */
  stage: 'idle' | 'running' | 'done' | 'failed';
  dryRun: boolean;
  report?: Report;
  failure?: ApiFailure;
  /** Why nobody answers how far it has come, while it runs: it goes on all the same, and is asked about again. */
  silence?: ApiFailure;
  start(order: Order): void;
  reset(): void;
}

/** The calls of one kind of import. */
export interface ImportCalls<Order, Report> {
  useOrder(): readonly [(order: Order) => PromiseLike<{ data?: { importId: string } }>, { isLoading: boolean; error?: unknown; reset(): void }];
  /** How far it has come, asked again until it has ended. */
  useReport(importId: string | undefined): { report?: Report; error?: unknown };
  /** What is to be asked for anew when it was taken. */
  changes: Parameters<typeof api.util.invalidateTags>[0];
}

/** @param calls the same in every turn */
export function useImport<Order extends { dryRun: boolean }, Report extends { state: string; error?: string }>({ useOrder, useReport, changes }: ImportCalls<Order, Report>): Import<Order, Report> {
  const dispatch = useDispatch();
  const [run, setRun] = useState<{ importId: string; dryRun: boolean }>();
  const [order, ordering] = useOrder();
  const { report, error } = useReport(run?.importId);
  const unanswered = asFailure(error);
  const silence = unanswered && isPassing(unanswered) ? unanswered : undefined;
  const failure = asFailure(ordering.error) ?? (silence ? undefined : unanswered) ?? (report?.state === 'failed' ? { status: 0, code: 'BAD_INPUT', message: report.error ?? '' } : undefined);
  const stage = failure ? 'failed' : ordering.isLoading ? 'running' : !run ? 'idle' : report?.state === 'done' ? 'done' : 'running';
  const taken = stage === 'done' && run?.dryRun === false;
  useEffect(() => {
    if (taken) dispatch(api.util.invalidateTags(changes));
  }, [taken, changes, dispatch]);

  const start = async (wanted: Order) => {
    setRun(undefined);
    const { data } = await order(wanted);
    if (data) setRun({ importId: data.importId, dryRun: wanted.dryRun });
  };
  const reset = () => {
    setRun(undefined);
    ordering.reset();
  };
  return { stage, dryRun: run?.dryRun ?? true, report, failure, silence: stage === 'running' ? silence : undefined, start: (wanted) => void start(wanted), reset };
}

/** No answer at all, or one by whom the next question will not be answered so. */
const isPassing = ({ status }: ApiFailure): boolean => status === 0 || status === 429 || status >= 500;
