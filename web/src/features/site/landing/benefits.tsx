/** The four reasons on the landing page. */
import { LOW_STOCK_PERCENT } from '../facts.js';
import { paths } from '../../../lib/paths.js';
import type { ReactNode } from 'react';

interface Benefit {
  title: string;
  text: ReactNode;
  /** Lines of a drawing of 24 × 24. */
  drawing: string;
}
const benefits: readonly Benefit[] = [
  {
    title: 'Extra income', drawing: 'M4 20V10m6 10V4m6 16v-7m5 7H2',
    text: <>Hosts typically add $1,800 to $4,800+ a year. <a href={paths.roiCalculator}>Work out yours</a> with your own rate and occupancy.</>,
  },
  {
    title: '24/7 guest access', drawing: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
    text: 'The late arrival finds water, the early riser coffee. A tap unlocks the door at any hour: no app, no account, no key.',
  },
  {
    title: 'AI inventory management', drawing: 'M4 4h16v16H4zM4 9.5h16M4 15h16M10 4v16',
    text: 'Every item is counted as it leaves and as it comes back, slot by slot. You know what is in which machine without opening a door.',
  },
  {
    title: 'Restocking alerts', drawing: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
    text: `A slot at ${LOW_STOCK_PERCENT}% of its fill says so, and louder when it is empty. Restock it and the alert clears by itself.`,
  },
];

export const Benefits = () => (
  <section className="wide block" aria-labelledby="benefits">
    <h2 id="benefits">The minibar, without the work</h2>
    <ul className="benefits">
      {benefits.map(({ title, text, drawing }) => (
        <li key={title}>
          <svg className="drawing" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><path d={drawing} /></svg>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </section>
);
