/** How the hardware of a machine is right now, and what it is told to do. */
import type { MachineView } from '@larder/contracts/fleet.js';
import type { HardwareStatus } from '@larder/contracts/device/hardware.js';
import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { asFailure } from '../../../lib/failure-text.js';
import { ago } from '../../../lib/format.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { useNow } from '../../../lib/time/use-now.js';
import { Blank } from '../../../ui/blank.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { LoadingRows } from '../../../ui/loading.js';
import { Section } from '../../../ui/section.js';
import { CommandDialog, Commands } from './commands.js';
import { Configuration } from './configuration.js';
import { useHardwareQuery, type Command } from './hardware-api.js';
import { clockText, leftNow, minutesAndSeconds, modeWords, reportsText, signalWord, statusProblem, uptimeText } from './hardware-words.js';
import { OrderList } from './order-list.js';
import { PriceList } from './price-list.js';
import { UnreadList } from './unread-list.js';

/** As often as a machine says how it is. */
const BEAT_MS = 15_000;

export function HardwarePanel({ machine }: { machine: MachineView }) {
  const isThere = machine.isOnline || machine.status === 'online';
  const may = useMayChange('machines.update') === true;
  const { currentData, error, isError, isFetching, fulfilledTimeStamp = 0, refetch } = useHardwareQuery(machine.machineId, { skip: !isThere, pollingInterval: BEAT_MS });
  const failure = asFailure(error);
  const [asking, setAsking] = useState<Command>();
  return (
    <Section title="Hardware" extra={isThere && <Button size="small" icon={<ReloadOutlined spin={isFetching} />} onClick={() => void refetch()}>Refresh Status</Button>}>
      <div className="stack">
        {!isThere && <Blank title="Hardware status unavailable">{machine.name} is offline. What it does now cannot be seen, and it cannot be told anything.</Blank>}
        {isThere && isError && failure && <FailureBox text={statusProblem(failure)} stale={currentData !== undefined} sinceMs={fulfilledTimeStamp} error={failure} onRetry={refetch} />}
        {isThere && !currentData && !isError && <LoadingRows rows={4} label="Loading hardware status" />}
        {isThere && currentData && <Figures status={currentData.result} toldMs={fulfilledTimeStamp} />}
        {isThere && may && <Commands machine={machine} onAsk={setAsking} />}
        {/* It stays when the machine falls silent: what was typed is not lost by that, and whoever sends it sees what becomes of it. */}
        {asking && <CommandDialog machine={machine} command={asking} onClose={() => setAsking(undefined)} />}
        <Configuration machine={machine} />
        <PriceList machine={machine} />
        <OrderList machine={machine} />
        {may && <UnreadList machine={machine} />}
      </div>
    </Section>
  );
}

function Figures({ status, toldMs }: { status: HardwareStatus; toldMs: number }) {
  const now = useNow(1_000);
  const { mode, doorLocked, doorOpen, wifiConnected, wifiRSSI, temperatureC, uptimeSeconds, lastCheck, clockAheadSeconds, firmware, link } = status;
  const left = minutesAndSeconds(leftNow(status.timeRemaining, toldMs, now));
  const reports = reportsText(link);
  const clock = clockAheadSeconds === null ? undefined : clockText(clockAheadSeconds);
  if (mode === null) return <p>Nothing has been heard of its hardware yet.</p>;
  return (
    <dl className="facts hardware">
      <div><dt>Mode</dt><dd>{modeWords[mode]}</dd></div>
      <div><dt>Door</dt><dd>{doorOpen ? <span className="pill medium">Open</span> : doorLocked ? 'Locked' : <span className="pill medium">Unlocked</span>}</dd></div>
      <div><dt>Time remaining</dt><dd className="figures">{left || '—'}</dd></div>
      <div><dt>WiFi</dt><dd>{wifiConnected ? 'Connected' : <span className="warn">Disconnected</span>}{wifiRSSI !== null && <small>{wifiRSSI} dBm, {signalWord(wifiRSSI)}</small>}</dd></div>
      {temperatureC !== null && <div><dt>Temperature</dt><dd>{temperatureC.toFixed(1)} °C</dd></div>}
      {uptimeSeconds !== null && <div><dt>Running for</dt><dd>{uptimeText(uptimeSeconds)}</dd></div>}
      {firmware !== null && <div><dt>Firmware</dt><dd><bdi>{firmware}</bdi></dd></div>}
      <div><dt>Reports</dt><dd className={reports.isWhole ? undefined : 'warn'}>{reports.text}</dd></div>
      {clock && <div><dt>Clock</dt><dd className={clock.isRight ? undefined : 'warn'}>{clock.text}</dd></div>}
      <div><dt>Last check</dt><dd>{ago(lastCheck, now)}</dd></div>
    </dl>
  );
}
