/** Keeps the place of a part that is asked for by itself, so that nothing below moves when it comes. */
export const Awaited = ({ title, lines }: { title: string; lines: number }) => (
  <div aria-hidden="true">
    <h3 className="small-head">{title}</h3>
    {Array.from({ length: lines }, (_, n) => <p key={n}>{'\u2007'}</p>)}
  </div>
);
