/** Norwegian. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'TESTbetaling',
  'This page stands in for a payment provider. No money moves.': 'Denne siden står i stedet for en betalingstjeneste. Ingen penger flyttes.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'Dette beløpet reserveres på kortet. Du betaler bare for det du tar, og resten frigis når døren lukkes.',
  'Pay with': 'Betal med',
  'Test card': 'Testkort',
  'Test phone wallet': 'Test-lommebok på telefonen',
  "The provider's message comes": 'Meldingen fra betalingstjenesten kommer',
  'at once': 'med en gang',
  'twice': 'to ganger',
  'never (it is asked for after two minutes)': 'aldri (det spørres etter to minutter)',
  'On its way...': 'På vei...',
  'Hold {amount}': 'Reserver {amount}',
  'Decline the card': 'Avvis kortet',
  'Leave without paying': 'Gå uten å betale',
  'Your card was declined. Please try another one.': 'Kortet ditt ble avvist. Prøv et annet.',
  'This payment has been made.': 'Denne betalingen er gjennomført.',
  'This checkout was left without paying.': 'Denne kassen ble forlatt uten å betale.',
  // The simulated tag
  'NFC Tap Simulation': 'Simulering av NFC-merket',
  'Development mode': 'Utviklingsmodus',
  'This page stands in for a real tag.': 'Denne siden står i stedet for et ekte merke.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'Ingen automater er tilkoblet. Sørg for i administrasjonen at en automat er tilkoblet.',
  'Machine': 'Automat',
  'Tap the tag: a session begins and the door unlocks.': 'Hold telefonen mot merket: et kjøp begynner, og døren låses opp.',
  'Take items: each one appears with its price.': 'Ta varer: hver av dem vises med prisen sin.',
  'Close the door, then pay.': 'Lukk døren, og betal så.',
  'Tap NFC Tag': 'Trykk på NFC-merket',
  'Back to Dashboard': 'Tilbake til dashbordet',
};
