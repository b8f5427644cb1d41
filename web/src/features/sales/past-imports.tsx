/** The imports there were: who brought which file, what came of it, and which lines were left. */
import { formatCents } from '@larder/contracts/money.js';
import type { PastImport } from '@larder/contracts/sales.js';
import { formatNumber, plural } from '../../lib/format.js';
import { formatDateTime } from '../../lib/money-and-time.js';
import { FailureBox } from '../../ui/failure-box.js';
import { usePastImportsQuery } from './sales-api.js';

const pills = { running: { tone: 'info', text: 'Running' }, done: { tone: 'good', text: 'Done' }, stopped: { tone: 'medium', text: 'Stopped' } } as const;

export function PastImports({ timeZone, currency }: { timeZone: string; currency: string }) {
  const { data, isError, error, refetch } = usePastImportsQuery();
  if (isError) return <FailureBox text="Failed to load past imports" error={error} onRetry={refetch} />;
  if (!data || data.imports.length === 0) return null;
  return (
    <section aria-label="Past imports">
      <h2>Past imports</h2>
      <ul className="rows scrolling" tabIndex={0} aria-label="Past imports">
        {data.imports.map((one) => (
          <li key={one.importId}>
            <span className="row-main">
              {one.fileName}
              <small>{formatDateTime(one.startedAt, timeZone)}{one.by && ` · ${one.by}`}</small>
              <small>{outcome(one, currency)}</small>
              {one.quarantined > 0 && <Quarantined past={one} />}
            </span>
            <span className={`pill ${pills[one.state].tone}`}>{pills[one.state].text}</span>
          </li>
        ))}
      </ul>
      {data.total > data.imports.length && <p className="quiet">The latest {formatNumber(data.imports.length)} of {formatNumber(data.total)}</p>}
    </section>
  );
}

function outcome({ state, rows, sales, known, totalCents }: PastImport, currency: string): string {
  if (state === 'stopped') return `${plural(rows, 'line')}; it did not get to the end. Import the file again: what is there already stays as it is.`;
  if (state === 'running') return plural(rows, 'line');
  return `${plural(sales, 'new purchase')} (${formatCents(totalCents, currency)}), ${formatNumber(known)} already known`;
}

function Quarantined({ past: { quarantined, quarantine } }: { past: PastImport }) {
  return (
    <details>
      <summary>{plural(quarantined, 'line')} quarantined</summary>
      <ul>{quarantine.map(({ line, reason }) => <li key={line}>Line {formatNumber(line)}: {reason}</li>)}</ul>
      {quarantined > quarantine.length && <p className="quiet">{quarantine.length > 0 ? `And ${formatNumber(quarantined - quarantine.length)} more. ` : ''}Check the file again to see them.</p>}
    </details>
  );
}
