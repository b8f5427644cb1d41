/** What was given back of a line so far, what is under way, and what was refused and why. */
import type { SaleView } from '@larder/contracts/sales.js';
import { formatAmount, formatDateTime } from '../../lib/format.js';

const STATES = { asked: { tone: 'info', label: 'Under way' }, done: { tone: 'good', label: 'Refunded' }, refused: { tone: 'high', label: 'Refused' } };

export function RefundHistory({ sale: { refunds, currency, timeZone } }: { sale: Pick<SaleView, 'refunds' | 'currency' | 'timeZone'> }) {
  if (refunds.length === 0) return null;
  return (
    <ul className="rows" aria-label="Refunds so far">
      {refunds.map(({ refundId, amount, reason, state, why, at }) => (
        <li key={refundId}>
          <span className="row-main">
            {formatAmount(amount, currency)} · {reason}
            <small>{formatDateTime(at, timeZone)}</small>
            {why && <small className="warn">Refused: {why}</small>}
          </span>
          <span className={`pill ${STATES[state].tone}`}>{STATES[state].label}</span>
        </li>
      ))}
    </ul>
  );
}
