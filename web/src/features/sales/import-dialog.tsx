/** Taking over sales from another system's export: choose a file, see what would happen, then do it. */
import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { ImportReport } from '@larder/contracts/sales.js';
import { Dialog } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { plural } from '../../lib/format.js';
import { useAccountQuery } from '../../lib/session/session-api.js';
import { useImport, type ChosenFile, type Import, type ImportCalls } from '../../lib/files/use-import.js';
import { ImportForm } from './import-form.js';
import { ImportProgress } from './import-progress.js';
import { ImportSummary } from './import-summary.js';
import { PastImports } from './past-imports.js';
import { useImportReport, useStartImportMutation, type ImportOrder } from './sales-api.js';

/** Machines of an export are added as they are met. */
const IMPORT = { useOrder: useStartImportMutation, useReport: useImportReport, changes: ['sales', 'machines'] } satisfies ImportCalls<ImportOrder, ImportReport>;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ChosenFile>();
  const { data } = useAccountQuery();
  const [chosenZone, setTimeZone] = useState<string>();
  const timeZone = chosenZone ?? data?.account.timeZone;
  const run = useImport(IMPORT);
  const start = (dryRun: boolean) => file && timeZone && run.start({ fileName: file.name, csv: file.csv, timeZone, dryRun });
  return (
    <Dialog title="Import sales" width={680} onCancel={onClose} mask={{ closable: run.stage !== 'running' }} footer={<Ways run={run} isReady={file !== undefined && timeZone !== undefined} start={start} onClose={onClose} />}>
      {run.stage === 'failed' && <FailureBox text="The import failed" error={run.failure} />}
      {run.silence && <FailureBox text="How far it has come cannot be loaded just now; it goes on all the same" error={run.silence} />}
      {run.stage === 'idle' && <ImportForm file={file} onFile={setFile} timeZone={timeZone} onTimeZone={setTimeZone} />}
      {run.stage === 'idle' && data && <PastImports {...data.account} />}
      {run.stage === 'running' && <ImportProgress dryRun={run.dryRun} report={run.report} />}
      {run.stage === 'done' && run.report && (
        <>
          {!run.dryRun && <Alert type="success" showIcon title={`${plural(run.report.sales, 'purchase')} imported from ${run.report.fileName}`} />}
          <ImportSummary report={run.report} />
        </>
      )}
    </Dialog>
  );
}

interface WaysProps {
  run: Import<ImportOrder, ImportReport>;
  isReady: boolean;
  start(dryRun: boolean): void;
  onClose(): void;
}

function Ways({ run, isReady, start, onClose }: WaysProps) {
  switch (run.stage) {
    case 'idle': return <Button type="primary" disabled={!isReady} onClick={() => start(true)}>Check file</Button>;
    case 'running': return <Button disabled>{run.dryRun ? 'Checking...' : 'Importing...'}</Button>;
    case 'failed': return <Button onClick={run.reset}>Choose another file</Button>;
    case 'done': return run.dryRun ? (
      <>
        <Button onClick={run.reset}>Choose another file</Button>
        <Button type="primary" disabled={!run.report?.sales} onClick={() => start(false)}>Import {plural(run.report?.sales ?? 0, 'purchase')}</Button>
      </>
    ) : <Button type="primary" onClick={onClose}>Done</Button>;
  }
}
