/** Swedish. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'TESTbetalning',
  'This page stands in for a payment provider. No money moves.': 'Den här sidan står i stället för en betaltjänst. Inga pengar flyttas.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'Det här beloppet reserveras på kortet. Du betalar bara för det du tar och resten frigörs när luckan stängs.',
  'Pay with': 'Betala med',
  'Test card': 'Testkort',
  'Test phone wallet': 'Testplånbok i telefonen',
  "The provider's message comes": 'Betaltjänstens meddelande kommer',
  'at once': 'genast',
  'twice': 'två gånger',
  'never (it is asked for after two minutes)': 'aldrig (det efterfrågas efter två minuter)',
  'On its way...': 'På väg...',
  'Hold {amount}': 'Reservera {amount}',
  'Decline the card': 'Neka kortet',
  'Leave without paying': 'Gå utan att betala',
  'Your card was declined. Please try another one.': 'Ditt kort nekades. Prova ett annat.',
  'This payment has been made.': 'Den här betalningen är gjord.',
  'This checkout was left without paying.': 'Den här kassan lämnades utan betalning.',
  // The simulated tag
  'NFC Tap Simulation': 'Simulering av NFC-märket',
  'Development mode': 'Utvecklingsläge',
  'This page stands in for a real tag.': 'Den här sidan står i stället för ett riktigt märke.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'Ingen automat är uppkopplad. Se till i administrationen att en automat är uppkopplad.',
  'Machine': 'Automat',
  'Tap the tag: a session begins and the door unlocks.': 'Håll telefonen mot märket: ett köp börjar och luckan låses upp.',
  'Take items: each one appears with its price.': 'Ta varor: var och en visas med sitt pris.',
  'Close the door, then pay.': 'Stäng luckan och betala sedan.',
  'Tap NFC Tag': 'Tryck på NFC-märket',
  'Back to Dashboard': 'Tillbaka till översikten',
};
