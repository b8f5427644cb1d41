/** One visit, second by second: what the guest does and what the host sees of it. */
const visit = [
  { at: '21:04:10', what: 'The guest taps the tag at Seaside Lobby', then: 'prices are fixed for this visit' },
  { at: '21:04:11', what: 'The door unlocks' },
  { at: '21:04:25', what: 'Cola 0.33 l taken', then: '$2.75' },
  { at: '21:04:31', what: 'Sea Salt Chips taken', then: '$3.25' },
  { at: '21:04:36', what: 'Sea Salt Chips put back', then: '−$3.25' },
  { at: '21:04:40', what: 'Door closed', then: 'total $2.75' },
  { at: '21:04:58', what: 'Paid by card', then: 'on your dashboard in the same second' },
  { at: '21:04:58', what: 'Cola is running low in Seaside Lobby', then: '2 of 10 left', loud: true },
];

export const VisitLog = () => (
  <section className="visit-log">
    <div className="wide">
      <div>
        <h2>You see it as it happens</h2>
        <p>The machine counts what leaves and what comes back, and reports it while the door is still open. Open dashboards follow by themselves; nobody presses refresh.</p>
        <p className="fine">An example visit.</p>
      </div>
      <ol>
        {visit.map(({ at, what, then, loud }) => (
          <li key={at + what} className={loud ? 'loud' : undefined}>
            <time>{at}</time>
            <span>{what}{then && <small>{then}</small>}</span>
          </li>
        ))}
      </ol>
    </div>
  </section>
);
