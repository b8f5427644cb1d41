/** What was given back of a line so far, what is under way, and what was refused and why. */
import type { SaleView } from '@larder/contracts/sales.js';
import { formatAmount, formatDateTime } from '../../lib/money-and-time.js';

const BY_HAND = { tone: 'good', label: 'Recorded' };
const STATES = { asked: { tone: 'info', label: 'Under way' }, done: { tone: 'good', label: 'Refunded' }, refused: { tone: 'high', label: 'Refused' } };

export function RefundHistory({ sale: { refunds, refundsBy, currency, timeZone } }: { sale: Pick<SaleView, 'refunds' | 'refundsBy' | 'currency' | 'timeZone'> }) {
  if (refunds.length === 0) return null;
  return (
    <ul className="rows" aria-label="Refunds so far">
      {refunds.map(({ refundId, amount, reason, state, why, at }) => {
        const { tone, label } = refundsBy === 'hand' ? BY_HAND : STATES[state];
        return (
          <li key={refundId}>
            <span className="row-main">
              {formatAmount(amount, currency)} · {reason}
              <small>{formatDateTime(at, timeZone)}</small>
              {why && <small className="warn">Refused: {why}</small>}
            </span>
            <span className={`pill ${tone}`}>{label}</span>
          </li>
        );
      })}
    </ul>
  );
}
