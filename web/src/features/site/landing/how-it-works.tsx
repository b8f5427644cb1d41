/** How it works, for the guest and for the host. */
interface Step {
  title: string;
  text: string;
}
const guest: readonly Step[] = [
  { title: 'Tap', text: 'Hold the phone to the tag on the machine. A page opens, and the door unlocks.' },
  { title: 'Take', text: 'Take what you like, put back what you do not. The phone lists each item with its price.' },
  { title: 'Close and pay', text: 'Close the door and pay the total by card on the phone. The receipt stays at hand.' },
];
const host: readonly Step[] = [
  { title: 'Place', text: 'Register a machine, put products into its slots, and set prices for all machines or for one slot.' },
  { title: 'Watch', text: 'Sales, stock and alerts reach your dashboard while the guest is still in the hallway.' },
  { title: 'Restock', text: 'Go when something runs low, to the machine that needs it, with what it needs.' },
];

export const HowItWorks = () => (
  <section className="wide block" aria-labelledby="how">
    <h2 id="how">How it works</h2>
    <div className="tracks">
      <Track who="For your guest" steps={guest} />
      <Track who="For you" steps={host} />
    </div>
  </section>
);

const Track = ({ who, steps }: { who: string; steps: readonly Step[] }) => (
  <div className="track">
    <h3>{who}</h3>
    <ol>
      {steps.map(({ title, text }) => (
        <li key={title}>
          <h4>{title}</h4>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </div>
);
