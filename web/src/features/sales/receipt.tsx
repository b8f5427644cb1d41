/** A purchase as a receipt, on the screen and on paper. */
import type { Purchase } from '@larder/contracts/vending/black-box.js';
import { formatDay, formatNumber, zoneName } from '../../lib/format.js';
import { formatAmount, formatDateTime } from '../../lib/money-and-time.js';
import { RefundButton, Refunds } from './refund-button.js';
import { methodLabels, SaleStatus } from './sale-status.js';

export function Receipt({ purchase }: { purchase: Purchase }) {
  const { organization, machine, transactionId, soldAt, timeKnown, day, timeZone, paymentMethod, currency } = purchase;
  return (
    <Refunds sales={purchase.lines}>
      <article className="receipt" aria-label="Receipt">
        <div className="receipt-head">
          <address><strong>{organization}</strong><br />{machine.name} ({machine.machineId})<br />{machine.address}</address>
          <p>
            Transaction <code>{transactionId.slice(-8)}</code><br />
            {timeKnown ? `${formatDateTime(soldAt, timeZone)}, ${zoneName(timeZone)}` : formatDay(day)}<br />
            Paid by {methodLabels[paymentMethod].toLowerCase()}
          </p>
        </div>
        <table>
          <thead><tr><th scope="col">Product</th><th scope="col" className="figures">Qty</th><th scope="col" className="figures">Price</th><th scope="col" className="figures">Amount</th></tr></thead>
          <tbody>
            {purchase.lines.map((line) => (
              <tr key={line.id}>
                <td><span className="line">{line.product.name}<SaleStatus sale={line} /><RefundButton sale={line} /></span></td>
                <td className="figures">{formatNumber(line.quantity)}</td>
                <td className="figures">{formatAmount(line.unitPrice, currency)}</td>
                <td className="figures">{formatAmount(line.amount, currency)}</td>
              </tr>
            ))}
          </tbody>
          <Sums purchase={purchase} />
        </table>
      </article>
    </Refunds>
  );
}

function Sums({ purchase: { totalAmount, refundedAmount, refundingAmount, currency, taxes, lines } }: { purchase: Purchase }) {
  const sums = [
    ['Total', totalAmount, 'sum'],
    ...taxes.map(({ rate, amount }) => [`Tax included (${rate})`, amount, '']),
    ...(refundedAmount > 0 ? [[lines.some(({ refundsBy }) => refundsBy === 'hand') ? 'Refunded by hand' : 'Refunded', -refundedAmount, ''], ['Paid after refunds', totalAmount - refundedAmount, 'sum']] : []),
    ...(refundingAmount > 0 ? [['Refund under way', -refundingAmount, '']] : []),
  ] as [string, number, string][];
  return <tfoot>{sums.map(([name, amount, className]) => <tr key={name} className={className}><td colSpan={3}>{name}</td><td className="figures">{formatAmount(amount, currency)}</td></tr>)}</tfoot>;
}
