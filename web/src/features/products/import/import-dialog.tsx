/** Taking products over from a CSV file: choose it, see what would happen, then do it. */
import { Alert, Button, Progress } from 'antd';
import { useState } from 'react';
import { MOST_CSV_CHARACTERS, type ProductImportReport } from '@larder/contracts/product-files.js';
import { formatNumber, plural } from '../../../lib/format.js';
import { useImport, type ChosenFile, type Import, type ImportCalls } from '../../../lib/files/use-import.js';
import { CsvFileChoice } from '../../../ui/csv-file-choice.js';
import { Dialog } from '../../../ui/dialog.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { useImportProductsMutation, useProductImportReport, type ImportOrder } from '../products-api.js';
import { ImportOutcomes } from './import-outcomes.js';

/** Machines show products' names and prices. */
const IMPORT = { useOrder: useImportProductsMutation, useReport: useProductImportReport, changes: ['products', 'machines'] } satisfies ImportCalls<ImportOrder, ProductImportReport>;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ChosenFile>();
  const run = useImport(IMPORT);
  const start = (dryRun: boolean) => file && run.start({ fileName: file.name, csv: file.csv, dryRun });
  return (
    <Dialog title="Import products" width={680} onCancel={onClose} mask={{ closable: run.stage !== 'running' }} footer={<Ways run={run} file={file} start={start} onClose={onClose} />}>
      {run.stage === 'failed' && <FailureBox text="The import failed" error={run.failure} />}
      {run.silence && <FailureBox text="How far it has come cannot be loaded just now; it goes on all the same" error={run.silence} />}
      {run.stage === 'idle' && (
        <div className="import-form">
          <p>A CSV file with the columns SKU, Name, Category, Price, Cost and Weight (g); Active, Allergens, Image and Tax Rate (%) as far as you have them. For products that are here already, Cost and Weight may be missing, too. An export from this screen has them all. Products are found by their SKU. First the file is checked and you see what would change; nothing is stored before you say so.</p>
          <CsvFileChoice file={file} most={MOST_CSV_CHARACTERS} onFile={setFile} />
        </div>
      )}
      {run.stage === 'running' && <Running dryRun={run.dryRun} report={run.report} />}
      {run.stage === 'done' && run.report && (
        <>
          {!run.dryRun && <Alert type="success" showIcon title={`${plural(run.report.added, 'product')} added, ${formatNumber(run.report.changed)} changed`} />}
          <ImportOutcomes report={run.report} />
        </>
      )}
    </Dialog>
  );
}

function Running({ dryRun, report }: { dryRun: boolean; report: ProductImportReport | undefined }) {
  const percent = report && report.rows > 0 ? Math.floor((report.doneRows / report.rows) * 100) : 0;
  return (
    <div className="import-progress" role="status">
      <p>{dryRun ? 'Checking the file...' : 'Importing...'}</p>
      <Progress percent={percent} status="active" aria-label={dryRun ? 'Checked' : 'Imported'} />
      {report && <p className="quiet">{formatNumber(report.doneRows)} of {plural(report.rows, 'row')}</p>}
    </div>
  );
}

function Ways({ run, file, start, onClose }: { run: Import<ImportOrder, ProductImportReport>; file: ChosenFile | undefined; start(dryRun: boolean): void; onClose(): void }) {
  const many = (run.report?.added ?? 0) + (run.report?.changed ?? 0);
  switch (run.stage) {
    case 'idle': return <Button type="primary" disabled={!file} onClick={() => start(true)}>Check file</Button>;
    case 'running': return <Button disabled>{run.dryRun ? 'Checking...' : 'Importing...'}</Button>;
    case 'failed': return <Button onClick={run.reset}>Choose another file</Button>;
    case 'done': return run.dryRun ? (
      <>
        <Button onClick={run.reset}>Choose another file</Button>
        <Button type="primary" disabled={many === 0} onClick={() => start(false)}>Import {plural(many, 'product')}</Button>
      </>
    ) : <Button type="primary" onClick={onClose}>Done</Button>;
  }
}
