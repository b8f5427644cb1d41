/** Danish. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'TESTbetaling',
  'This page stands in for a payment provider. No money moves.': 'Denne side træder i stedet for en betalingsudbyder. Der flyttes ingen penge.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'Dette beløb reserveres på kortet. Du betaler kun for det, du tager, og resten frigives, når lågen lukkes.',
  'Pay with': 'Betal med',
  'Test card': 'Testkort',
  'Test phone wallet': 'Test-wallet på telefonen',
  "The provider's message comes": 'Udbyderens besked kommer',
  'at once': 'med det samme',
  'twice': 'to gange',
  'never (it is asked for after two minutes)': 'aldrig (der spørges efter to minutter)',
  'On its way...': 'På vej...',
  'Hold {amount}': 'Reserver {amount}',
  'Decline the card': 'Afvis kortet',
  'Leave without paying': 'Gå uden at betale',
  'Your card was declined. Please try another one.': 'Dit kort blev afvist. Prøv et andet.',
  'This payment has been made.': 'Denne betaling er gennemført.',
  'This checkout was left without paying.': 'Denne betaling blev forladt uden at betale.',
  // The simulated tag
  'NFC Tap Simulation': 'Simulering af NFC-mærket',
  'Development mode': 'Udviklingstilstand',
  'This page stands in for a real tag.': 'Denne side træder i stedet for et rigtigt mærke.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'Ingen automater er online. Sørg for i administrationen, at en automat er online.',
  'Machine': 'Automat',
  'Tap the tag: a session begins and the door unlocks.': 'Rør ved mærket: et køb begynder, og lågen låses op.',
  'Take items: each one appears with its price.': 'Tag varer: hver enkelt vises med sin pris.',
  'Close the door, then pay.': 'Luk lågen, og betal så.',
  'Tap NFC Tag': 'Rør ved NFC-mærket',
  'Back to Dashboard': 'Tilbage til dashboardet',
};
