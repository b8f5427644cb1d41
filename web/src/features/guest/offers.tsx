/** What is in the machine, at this visit's prices and with its allergens: to be read before anything is taken, and to be looked up afterwards. */
import { useEffect, useState } from 'react';
import type { VisitOffers } from '@larder/contracts/vending.js';
import { formatAmount } from '../../lib/money-and-time.js';
import { fetchOffers } from './call.js';
import { language, say } from './words/say.js';

/** @param open shown at once; otherwise by a tap on its heading */
export function Offers({ sessionId, open }: { sessionId: string; open: boolean }) {
  const [offers, setOffers] = useState<VisitOffers | 'failed'>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false;
    void fetchOffers(sessionId).then((answer) => {
      if (!left) setOffers(answer.ok ? answer.data : 'failed');
    });
    return () => {
      left = true;
    };
  }, [sessionId, tries]);
  if (!offers) return null;
  if (offers === 'failed') {
    return (
      <p className="note calm">
        {say('What is inside cannot be shown right now.')} <button type="button" className="link" onClick={() => setTries(tries + 1)}>{say('Try Again')}</button>
      </p>
    );
  }
  if (offers.offers.length === 0) return null;
  return (
    <details className="offers" open={open}>
      <summary>{say('What is inside')}</summary>
      <ul className="shelf">{offers.offers.map((offer, at) => <Row key={at} offer={offer} currency={offers.currency} />)}</ul>
      <p className="hint">{say('Allergens are as your host has entered them. When in doubt, read the package.')}</p>
    </details>
  );
}

function Row({ offer: { name, price, allergens, soldOut }, currency }: { offer: VisitOffers['offers'][number]; currency: string }) {
  return (
    <li className={soldOut ? 'gone' : undefined}>
      <span className="name">
        {name}
        {allergens.length > 0 && <small>{say(`Contains ${new Intl.ListFormat(language).format(allergens.map(inWords))}`)}</small>}
      </span>
      {soldOut && <span className="count">{say('Sold out')}</span>}
      <span className="price">{say(formatAmount(price, currency))}</span>
    </li>
  );
}

/** The usual ones are known in every language; what a host has written otherwise stays as it is. */
function inWords(allergen: string): string {
  const usual = allergen.toLowerCase();
  const said = say(usual);
  return said === usual ? allergen : said;
}
