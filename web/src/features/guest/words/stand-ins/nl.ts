/** Dutch. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'TESTbetaling',
  'This page stands in for a payment provider. No money moves.': 'Deze pagina vervangt een betaaldienst. Er gaat geen geld om.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'Dit bedrag wordt op de kaart gereserveerd. Je betaalt alleen wat je pakt en de rest wordt vrijgegeven als de deur dichtgaat.',
  'Pay with': 'Betalen met',
  'Test card': 'Testkaart',
  'Test phone wallet': 'Testwallet op de telefoon',
  "The provider's message comes": 'Het bericht van de betaaldienst komt',
  'at once': 'meteen',
  'twice': 'twee keer',
  'never (it is asked for after two minutes)': 'nooit (na twee minuten wordt ernaar gevraagd)',
  'On its way...': 'Onderweg...',
  'Hold {amount}': '{amount} reserveren',
  'Decline the card': 'Kaart weigeren',
  'Leave without paying': 'Weggaan zonder te betalen',
  'Your card was declined. Please try another one.': 'Je kaart is geweigerd. Probeer een andere.',
  'This payment has been made.': 'Deze betaling is gedaan.',
  'This checkout was left without paying.': 'Deze betaalpagina is verlaten zonder te betalen.',
  // The simulated tag
  'NFC Tap Simulation': 'Simulatie van de NFC-tag',
  'Development mode': 'Ontwikkelmodus',
  'This page stands in for a real tag.': 'Deze pagina vervangt een echte tag.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'Er is geen automaat online. Zorg er in het beheer voor dat er een online is.',
  'Machine': 'Automaat',
  'Tap the tag: a session begins and the door unlocks.': 'Houd je telefoon tegen de tag: een sessie begint en de deur gaat van het slot.',
  'Take items: each one appears with its price.': 'Pak artikelen: elk verschijnt met de prijs.',
  'Close the door, then pay.': 'Sluit de deur en betaal dan.',
  'Tap NFC Tag': 'NFC-tag aanraken',
  'Back to Dashboard': 'Terug naar het dashboard',
};
