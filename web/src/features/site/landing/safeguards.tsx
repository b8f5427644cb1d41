/** What happens when something goes wrong. */
import { OFFLINE_SECONDS } from '../facts.js';

const safeguards = [
  { title: 'The power goes out', text: 'Each machine numbers what it reports and keeps it until we have stored it. A lost, doubled or late message changes nothing, neither stock nor bill.' },
  { title: 'The time runs out with items out', text: 'The visit does not end in silence. What was taken is billed, and you get a case to look at.' },
  { title: 'The door opens without a guest', text: 'You hear of it at once, with the slot that something left from.' },
  { title: 'A machine falls silent', text: `${OFFLINE_SECONDS} seconds without a heartbeat and you are told. When it comes back, the alert resolves itself.` },
  { title: 'Two guests tap', text: 'One visit at a time. The same guest tapping again comes back to their own; whoever else taps is told to wait.' },
  { title: 'A price changes meanwhile', text: 'The guest pays what the phone showed at the tap. Every sale keeps its price, cost and currency for good.' },
];

export const Safeguards = () => (
  <section className="wide block" aria-labelledby="safeguards">
    <h2 id="safeguards">Made for the night when nobody is there</h2>
    <dl className="safeguards">
      {safeguards.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </section>
);
