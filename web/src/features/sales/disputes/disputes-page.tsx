/** What guests say was put back or was wrong: the queue, and what became of the rest. */
import type { DisputeView } from '@larder/contracts/vending/disputes.js';
import { Button, Segmented } from 'antd';
import { Suspense, useState } from 'react';
import { Link, useSearchParams, type NavigateOptions } from 'react-router';
import { formatAmount, formatDateTime } from '../../../lib/money-and-time.js';
import { usePolling } from '../../../lib/live/live.js';
import { paths } from '../../../lib/paths.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { Blank } from '../../../ui/blank.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { late } from '../../../ui/late.js';
import { Coming, LoadingRows } from '../../../ui/loading.js';
import { PageHeader } from '../../../ui/page-header.js';
import { Pager, type TurnPage } from '../../../ui/pager.js';
import { SalesPlaces } from '../sales-places.js';
import { claimLabels, decisionText, evidenceText, stateLabels } from './dispute-texts.js';
import { PAGE_SIZE, useDisputesQuery, type DisputeFilters, type Shown } from './disputes-api.js';

const ApproveDialog = late(async () => (await import('./decide-dialog.js')).ApproveDialog);
const DeclineDialog = late(async () => (await import('./decide-dialog.js')).DeclineDialog);

export function Component() {
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const filters: DisputeFilters = { show: query.get('show') === 'decided' ? 'decided' : 'open', page };
  const show = (next: DisputeFilters, options?: NavigateOptions) => setQuery({ ...(next.show === 'decided' && { show: next.show }), ...(next.page > 1 && { page: String(next.page) }) }, options);
  return (
    <>
      <PageHeader title="Disputes" subtitle="What guests say was put back, or was wrong" />
      <SalesPlaces />
      <Segmented<Shown> aria-label="Which disputes" className="narrow-choice" value={filters.show} options={[{ value: 'open', label: 'Waiting' }, { value: 'decided', label: 'Decided' }]} onChange={(value) => show({ show: value, page: 1 })} />
      <Disputes filters={filters} onPage={(next, options) => show({ ...filters, page: next }, options)} />
    </>
  );
}

interface ListProps {
  filters: DisputeFilters;
  onPage: TurnPage;
}
interface Asked {
  dispute: DisputeView;
  approve: boolean;
}

/** What is asked about a dispute stays when its row goes: a colleague may decide it meanwhile, which whoever sends it is told. */
function Disputes(props: ListProps) {
  const [asked, setAsked] = useState<Asked>();
  const { currentData: shown } = useDisputesQuery(props.filters);
  const dispute = shown?.disputes.find(({ id }) => id === asked?.dispute.id) ?? asked?.dispute;
  const Dialog = asked?.approve ? ApproveDialog : DeclineDialog;
  return (
    <>
      <List {...props} onDecide={setAsked} />
      {dispute && <Suspense fallback={<Coming />}><Dialog key={dispute.id} dispute={dispute} onClose={() => setAsked(undefined)} /></Suspense>}
    </>
  );
}

function List({ filters, onPage, onDecide }: ListProps & { onDecide(asked: Asked): void }) {
  const { currentData: shown, error, isError, fulfilledTimeStamp, refetch } = useDisputesQuery(filters, usePolling());
  if (!shown) return isError ? <FailureBox text="Failed to load disputes" error={error} onRetry={refetch} /> : <div className="section"><LoadingRows rows={5} label="Loading disputes" /></div>;
  return (
    <>
      {isError && <FailureBox stale text="Failed to load disputes" sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      <div className="section flush">
        {shown.total === 0 ? <None show={filters.show} /> : <ul className="disputes" aria-label="Disputes">{shown.disputes.map((dispute) => <Dispute key={dispute.id} dispute={dispute} onDecide={(approve) => onDecide({ dispute, approve })} />)}</ul>}
        <Pager page={shown.page} pages={shown.pages} total={shown.total} pageSize={PAGE_SIZE} onPage={onPage} />
      </div>
    </>
  );
}

const None = ({ show }: { show: Shown }) => (show === 'open' ? <Blank title="No disputes are waiting">Guests can dispute an item from their receipt.</Blank> : <Blank title="No disputes were decided yet" />);

interface DisputeProps {
  dispute: DisputeView;
  onDecide(approve: boolean): void;
}

function Dispute({ dispute, onDecide }: DisputeProps) {
  const { product, quantity, machine, claim, text, openedAt, timeZone, amount, currency, state, trouble, saleId } = dispute;
  const { tone, label } = stateLabels[state];
  const decided = decisionText(dispute);
  return (
    <li>
      <div className="said">
        <strong><bdi>{product.name}</bdi> <span className="quiet">x{quantity}</span></strong>
        <span>Guest: {claimLabels[claim]}</span>
        {text && <blockquote>{text}</blockquote>}
        <small>{evidenceText(dispute)} <Link to={paths.purchase(saleId)}>See the evidence</Link></small>
        <small>{formatDateTime(openedAt, timeZone)} · <Link to={paths.machine(machine.machineId)}>{machine.name}</Link></small>
        {decided && <small>{decided}</small>}
        {trouble && <small className="warn">The refund was not done: {trouble}</small>}
      </div>
      <div className="row-end"><strong className="figures">{formatAmount(amount, currency)}</strong><span className={`pill ${tone}`}>{label}</span></div>
      {state === 'open' && <Decide dispute={dispute} onDecide={onDecide} />}
    </li>
  );
}

function Decide({ dispute, onDecide }: DisputeProps) {
  const may = useMayChange('sales.refund');
  if (!may) return null;
  return (
    <div className="form-buttons">
      <Button size="small" type="primary" aria-label={`Approve ${dispute.product.name}`} onClick={() => onDecide(true)}>Approve</Button>
      <Button size="small" aria-label={`Decline ${dispute.product.name}`} onClick={() => onDecide(false)}>Decline</Button>
    </div>
  );
}
