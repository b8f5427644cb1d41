/** Custom reports that are kept under a name, for everybody of the organization: chosen, kept, dropped. */
import { reportName, type KeptReport } from '@larder/contracts/sales/kept-reports.js';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { z } from 'zod';
import { firstIssues } from '../../lib/first-issues.js';
import { useMayChange } from '../../lib/session/session-api.js';
import { useKeyFor } from '../../lib/use-key-for.js';
import { useOpened } from '../../lib/use-opened.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Dialog } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { TextField, useForm } from '../../ui/form.js';
import { useToasts } from '../../ui/toasts.js';
import { useDropReportMutation, useKeepReportMutation, useKeptReportsQuery } from './analytics-api.js';
import type { AnalyticsFilters } from './analytics-filters.js';

interface Props {
  filters: AnalyticsFilters;
  onFilters(filters: AnalyticsFilters): void;
}
type Choice = Pick<AnalyticsFilters, 'by' | 'split' | 'columns'>;

const isSame = (kept: KeptReport, { by, split, columns }: Choice): boolean => kept.by === by && kept.split === split && kept.columns.join() === columns.join();

/** Left out where there is neither one to choose nor a way to keep one. */
export function KeptReports({ filters, onFilters }: Props) {
  const id = useId();
  const keeping = useOpened('keep');
  const [dropping, setDropping] = useState<KeptReport>();
  const mayKeep = useMayChange('analytics.export');
  const { data, error, isError, refetch } = useKeptReportsQuery();
  const reports = data?.reports ?? [];
  const shown = reports.find((one) => isSame(one, filters));
  const choose = (reportId: string) => {
    const { split: _, ...others } = filters;
    const found = reports.find((one) => one.reportId === reportId);
    if (found) onFilters({ ...others, by: found.by, ...(found.split && { split: found.split }), columns: found.columns });
  };
  if (isError && !data) return <FailureBox text="Failed to load the kept reports" error={error} onRetry={refetch} />;
  if (data && reports.length === 0 && mayKeep === false) return null;
  return (
    <div className="filter-bar">
      <label htmlFor={id}>Kept Reports<Select<string> id={id} value={shown?.reportId ?? null} loading={!data} disabled={reports.length === 0} placeholder={reports.length > 0 ? 'Choose one' : 'None yet'} options={reports.map(({ reportId, name }) => ({ value: reportId, label: name }))} onChange={choose} /></label>
      {mayKeep && !shown && <Button onClick={() => keeping.open('new')}>Keep This Report</Button>}
      {mayKeep && shown && <Button danger onClick={() => setDropping(shown)}>Drop This Report</Button>}
      {mayKeep && keeping.opened && <KeepDialog choice={filters} onClose={keeping.close} />}
      {dropping && <Drop report={dropping} onClose={() => setDropping(undefined)} />}
    </div>
  );
}

const schema = z.object({ name: reportName });

function KeepDialog({ choice: { by, split, columns }, onClose }: { choice: Choice; onClose(): void }) {
  const toasts = useToasts();
  const keys = useKeyFor();
  const [keep, { error, isLoading }] = useKeepReportMutation();
  const form = useForm({ name: '' }, (entered) => firstIssues(schema, entered), async ({ name }) => {
    const report = { name: name.trim(), by, ...(split && { split }), columns: [...columns] };
    const answer = await keep({ ...report, key: keys.keyFor(report) });
    keys.heard(answer.error);
    if (answer.error) return;
    toasts.good(`${report.name} is kept`);
    onClose();
  });
  return (
    <Dialog title="Keep this report" okText="Keep Report" confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: 'keep-report' }} onCancel={onClose}>
      <form id="keep-report" className="stack" onSubmit={form.onSubmit} noValidate>
        {error && <FailureBox text="Failed to keep the report" error={error} />}
        <TextField form={form} name="name" label="Name" hint="Whoever of your organization looks at analytics finds it under this name. Its rows, what divides them, and its columns are kept; the days are those chosen when it is looked at." autoComplete="off" autoFocus maxLength={60} />
      </form>
    </Dialog>
  );
}

function Drop({ report: { reportId, name }, onClose }: { report: KeptReport; onClose(): void }) {
  const toasts = useToasts();
  const [drop] = useDropReportMutation();
  return (
    <ConfirmDialog title={`Drop ${name}?`} okText="Drop Report" danger failed="Failed to drop the report" act={() => drop(reportId)} onDone={() => toasts.good(`${name} is dropped`)} onClose={onClose}>
      <p>Nobody of your organization finds it any more. What was sold is not touched, and the address of this page is this report still.</p>
    </ConfirmDialog>
  );
}
