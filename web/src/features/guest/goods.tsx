/** Lists of what a guest took, with prices. */
import type { PurchaseSummary, SessionView } from '@larder/contracts/vending.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { say } from './words/say.js';

interface Good {
  name: string;
  detail?: string;
  quantity: number;
  unitPrice: number;
}

/** @param charged what was charged of it already */
export function Goods({ goods, currency, total, charged = 0 }: { goods: Good[]; currency: string; total: number; charged?: number }) {
  return (
    <>
      <ul className="goods">
        {/* By its place: one product may lie in two slots. */}
        {goods.map((good, at) => <Row key={at} good={good} currency={currency} />)}
      </ul>
      <p className="total"><span>{say('Total')}</span><strong>{say(formatAmount(total, currency))}</strong></p>
      {charged > 0 && <p className="total part"><span>{say('Charged already')}</span><strong>{say(formatAmount(-charged, currency))}</strong></p>}
    </>
  );
}

function Row({ good, currency }: { good: Good; currency: string }) {
  const each = say(formatAmount(good.unitPrice, currency));
  return (
    <li>
      <span className="name">
        {good.name}
        <small>{[good.detail, `${each} x ${good.quantity}`].filter(Boolean).join(' · ')}</small>
      </span>
      {good.quantity > 1 && <span className="count">{`x${good.quantity}`}</span>}
      <span className="price">{say(formatAmount(good.unitPrice * good.quantity, currency))}</span>
    </li>
  );
}

export const sessionGoods = (view: SessionView): Good[] =>
  view.items.map((item) => ({ name: item.name, detail: item.sku, quantity: item.quantity, unitPrice: item.price }));

export const purchaseGoods = (summary: PurchaseSummary): Good[] =>
  summary.items.map((item) => ({ name: item.product.name, quantity: item.quantity, unitPrice: item.unitPrice }));
