/** The restock list: what to bring for the whole fleet, and which slots of which machine it goes into. */
import type { Day } from '@larder/contracts/day.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import { useEffect, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatNumber, plural } from '../../../lib/format.js';
import { usePolling } from '../../../lib/live/live.js';
import { paths } from '../../../lib/paths.js';
import { useMayChange, useMaySee } from '../../../lib/session/session-api.js';
import { dayAt } from '../../../lib/time/day-at.js';
import { useNow } from '../../../lib/time/use-now.js';
import { withParameter } from '../../../lib/use-opened.js';
import { Blank } from '../../../ui/blank.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { Loading } from '../../../ui/loading.js';
import { PageHeader } from '../../../ui/page-header.js';
import { Section } from '../../../ui/section.js';
import { ALL_BY_NAME } from '../machine-filters.js';
import { useMachinesQuery } from '../machines-api.js';
import { lastingOf, lastsText, usePaces } from '../lasting.js';
import { freshnessNotes } from '../detail/freshness.js';
import { byHouse, loadFor, missingOf, slotsOfRound, slotsToBring, type Only, type RoundAsked } from './missing.js';
import { RestockMachineDialog } from './restock-machine-dialog.js';
import '../machines.css';

export function Component() {
  const mayExport = useMaySee('analytics.export');
  return (
    <>
      <PageHeader title="Restock List" subtitle="What is missing up to the par levels: what to bring, and where it goes." actions={(
        <>
          {mayExport && <Link to={paths.analyticsWith({ type: 'stock' })}>Stock as a file</Link>}
          <Button icon={<PrinterOutlined />} onClick={() => window.print()}>Print</Button>
        </>
      )} />
      <Fleet />
    </>
  );
}

const choices: { value: Only; label: string }[] = [
  { value: 'all', label: 'Everything that is missing' }, { value: 'low', label: 'Only slots that are low' },
  { value: 3, label: 'What will not last 3 days' }, { value: 7, label: 'What will not last a week' }, { value: 14, label: 'What will not last two weeks' },
];
const choiceIn = (query: URLSearchParams): Only => choices.find(({ value }) => String(value) === query.get('only'))?.value ?? 'all';

function Fleet() {
  const id = useId();
  const [query, setQuery] = useSearchParams();
  const may = useMayChange('machines.manage_inventory') === true;
  const [filling, setFilling] = useState<string>();
  const only = choiceIn(query);
  const { paceOf, ...paces } = usePaces();
  const asked = { only, paceOf, soonToo: query.get('soon') === 'true' };
  const set = (name: string, value: string | null) => setQuery((was) => withParameter(was, name, value), { replace: true });
  const now = new Date(useNow(60_000)).toISOString();
  const { data, error, isError, fulfilledTimeStamp, refetch } = useMachinesQuery(ALL_BY_NAME, usePolling());
  if (!data) return isError ? <FailureBox text="Failed to load machines" error={error} onRetry={refetch} /> : <Loading />;
  // Until it is known how fast things sell, the list would be another one.
  if (typeof only === 'number' && paces.isLoading) return <Loading />;
  // Stays open when a colleague has filled it meanwhile.
  const chosen = data.machines.find(({ machineId }) => machineId === filling);
  const short = byHouse(data.machines.filter((machine) => slotsOfRound(machine, asked, dayAt(machine.timeZone, now)).length > 0));
  return (
    <>
      {isError && <FailureBox stale text="Failed to load machines" sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      {typeof only === 'number' && paces.isError && <FailureBox text="Failed to load how fast things sell" error={paces.error} onRetry={paces.refetch} />}
      <div className="commands restock-choice no-print">
        <label htmlFor={id}>Bring <Select id={id} value={only} options={choices} onChange={(value) => set('only', value === 'all' ? null : String(value))} /></label>
        <Checkbox checked={asked.soonToo} onChange={({ target }) => set('soon', target.checked ? 'true' : null)}>Also what is past its day within a week</Checkbox>
      </div>
      {short.length > 0
        ? <Round machines={short} asked={asked} now={now} onFill={may ? setFilling : undefined} />
        : <div className="section"><NothingToFill hasMachines={data.machines.length > 0} only={only} /></div>}
      {chosen && <RestockMachineDialog machine={chosen} choice={asked} onClose={() => setFilling(undefined)} />}
    </>
  );
}

function NothingToFill({ hasMachines, only }: { hasMachines: boolean; only: Only }) {
  if (!hasMachines) return <Blank title="No machines found">Once there are machines, what is missing in them is listed here.</Blank>;
  if (only === 'all') return <Blank title="Nothing is missing">Every slot is filled up to its par level.</Blank>;
  return <Blank title="Nothing is missing">{only === 'low' ? 'No slot is low.' : 'Everything that sells lasts longer, and no other slot is low.'}</Blank>;
}

/** The machines that are visited, null for all. The address keeps them over a reload and on the way back from a machine; it follows, because several may be tapped before it has changed. */
function useRound(): [chosen: readonly string[] | null, choose: (change: (was: readonly string[] | null) => readonly string[] | null) => void] {
  const [query, setQuery] = useSearchParams();
  const [chosen, setChosen] = useState<readonly string[] | null>(() => query.get('machines')?.split(',') ?? null);
  const text = chosen?.join(',') ?? null;
  useEffect(() => {
    if (query.get('machines') !== text) setQuery(withParameter(query, 'machines', text), { replace: true });
  }, [query, setQuery, text]);
  return [chosen, setChosen];
}

function Round({ machines, asked, now, onFill }: { machines: MachineView[]; asked: RoundAsked; now: string; onFill: ((machineId: string) => void) | undefined }) {
  const [chosen, choose] = useRound();
  const isVisited = (machineId: string) => chosen === null || chosen.includes(machineId);
  const visited = machines.filter(({ machineId }) => isVisited(machineId));
  const visit = (machineId: string, isOn: boolean) => choose((was) => [...(was ?? machines.map((one) => one.machineId)).filter((id) => id !== machineId), ...(isOn ? [machineId] : [])]);
  return (
    <>
      <ToBring loads={loadFor(visited.flatMap((machine) => slotsToBring(machine, asked, dayAt(machine.timeZone, now))))} machines={visited.length} />
      {machines.length > 1 && (
        <div className="commands no-print">
          <Button disabled={visited.length === machines.length} onClick={() => choose(() => null)}>Choose All Machines</Button>
          <Button disabled={visited.length === 0} onClick={() => choose(() => [])}>Choose None</Button>
        </div>
      )}
      {machines.map((machine) => (
        <Stop key={machine.machineId} machine={machine} asked={asked} today={dayAt(machine.timeZone, now)} isVisited={isVisited(machine.machineId)} onVisit={(isOn) => visit(machine.machineId, isOn)} onFill={onFill && (() => onFill(machine.machineId))} />
      ))}
    </>
  );
}

function ToBring({ loads, machines }: { loads: ReturnType<typeof loadFor>; machines: number }) {
  const units = loads.reduce((sum, load) => sum + load.units, 0);
  return (
    <Section title="To bring" extra={<span>{plural(units, 'unit')} for {plural(machines, 'machine')}</span>}>
      {loads.length === 0 ? <Blank title="No machine is chosen" /> : (
        <ul className="rows restock-load">
          {loads.map(({ productId, name, sku, units: its }) => (
            <li key={productId} className="between"><span><strong>{name}</strong> <small>{sku}</small></span><span className="units">{formatNumber(its)}</span></li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface StopProps {
  machine: MachineView;
  asked: RoundAsked;
  today: Day;
  isVisited: boolean;
  onVisit(isVisited: boolean): void;
  onFill: (() => void) | undefined;
}

function Stop({ machine, asked, today, isVisited, onVisit, onFill }: StopProps) {
  const { machineId, name, location } = machine;
  const toBring = new Map(slotsToBring(machine, asked, today).map((item) => [item.slot, missingOf(item)]));
  return (
    <div className={isVisited ? undefined : 'no-print'}>
      <Section
        title={<Checkbox checked={isVisited} onChange={({ target }) => onVisit(target.checked)}>{name}</Checkbox>}
        extra={onFill && <Button className="no-print" aria-label={`Restock ${name}`} onClick={onFill}>Restock…</Button>}
      >
        <p className="beside"><Link to={paths.machine(machineId)}>{machineId}</Link><span className="address">{location.address}, {location.floor}</span></p>
        {isVisited && (
          <ul className="rows">
            {slotsOfRound(machine, asked, today).map((item) => (
              <li key={item.slot} className="between">
                <span><code className="slot">{item.slot}</code> <bdi>{item.product.name}</bdi>{freshnessNotes(item, today).map(({ text, isPast }) => <small key={text} className={isPast ? 'warn' : undefined}> {text}</small>)}</span>
                <span><small>{[`${item.quantity} of ${item.maxQuantity} inside`, lastsText(lastingOf(item, machine, asked.paceOf))].filter(Boolean).join(', ')}</small> {toBring.has(item.slot) && <span className="units">+{toBring.get(item.slot)}</span>}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
