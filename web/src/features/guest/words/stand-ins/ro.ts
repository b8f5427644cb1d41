/** Romanian. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'Plată de TEST',
  'This page stands in for a payment provider. No money moves.': 'Această pagină ține locul unui furnizor de plăți. Nu se mișcă niciun ban.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'Această sumă se blochează pe card. Plătiți doar ce luați, iar restul se eliberează când se închide ușa.',
  'Pay with': 'Plătiți cu',
  'Test card': 'Card de test',
  'Test phone wallet': 'Portofel mobil de test',
  "The provider's message comes": 'Mesajul furnizorului vine',
  'at once': 'imediat',
  'twice': 'de două ori',
  'never (it is asked for after two minutes)': 'niciodată (se întreabă după două minute)',
  'On its way...': 'În curs...',
  'Hold {amount}': 'Blocați {amount}',
  'Decline the card': 'Refuzați cardul',
  'Leave without paying': 'Ieșiți fără să plătiți',
  'Your card was declined. Please try another one.': 'Cardul a fost refuzat. Încercați cu altul.',
  'This payment has been made.': 'Această plată a fost făcută.',
  'This checkout was left without paying.': 'Această pagină de plată a fost părăsită fără plată.',
  // The simulated tag
  'NFC Tap Simulation': 'Simularea etichetei NFC',
  'Development mode': 'Mod de dezvoltare',
  'This page stands in for a real tag.': 'Această pagină ține locul unei etichete adevărate.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'Niciun automat nu este conectat. Verificați în panoul de administrare că este conectat unul.',
  'Machine': 'Automat',
  'Tap the tag: a session begins and the door unlocks.': 'Atingeți eticheta: încep cumpărăturile și ușa se deblochează.',
  'Take items: each one appears with its price.': 'Luați produse: fiecare apare cu prețul lui.',
  'Close the door, then pay.': 'Închideți ușa, apoi plătiți.',
  'Tap NFC Tag': 'Atingeți eticheta NFC',
  'Back to Dashboard': 'Înapoi la panou',
};
