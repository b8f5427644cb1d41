/** How many units are past the day that stands on them, and soon will be, with the way to the list that says where. */
import type { Dashboard } from '@larder/contracts/gateway.js';
import { Link } from 'react-router';
import { plural } from '../../lib/format.js';
import { paths } from '../../lib/paths.js';

/** @param isNow false when looking back: the list is of today */
export function BestBeforeNote({ bestBefore: { past, soon } = { past: 0, soon: 0 }, isNow }: Pick<Dashboard['machines'], 'bestBefore'> & { isNow: boolean }) {
  const told = [
    { units: past, text: `Past the best-before day: ${plural(past, 'unit')} to take out`, to: paths.restock, look: 'warn' },
    { units: soon, text: `Past the best-before day within a week: ${plural(soon, 'unit')}`, to: paths.restockWithSoon, look: undefined },
  ].filter(({ units }) => units > 0);
  if (told.length === 0) return null;
  return (
    <ul className="section stack" aria-label="Best before">
      {told.map(({ text, to, look }) => <li key={to} className={look}>{isNow ? <Link to={to}>{text}</Link> : text}</li>)}
    </ul>
  );
}
