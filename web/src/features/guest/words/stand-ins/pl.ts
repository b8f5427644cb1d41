/** Polish. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'Płatność TESTOWA',
  'This page stands in for a payment provider. No money moves.': 'Ta strona zastępuje operatora płatności. Żadne pieniądze nie są przekazywane.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'Ta kwota jest blokowana na karcie. Płacisz tylko za to, co weźmiesz, a reszta zostaje zwolniona po zamknięciu drzwiczek.',
  'Pay with': 'Zapłać przez',
  'Test card': 'Karta testowa',
  'Test phone wallet': 'Testowy portfel w telefonie',
  "The provider's message comes": 'Wiadomość operatora przychodzi',
  'at once': 'od razu',
  'twice': 'dwa razy',
  'never (it is asked for after two minutes)': 'nigdy (pytamy o nią po dwóch minutach)',
  'On its way...': 'W toku...',
  'Hold {amount}': 'Zablokuj {amount}',
  'Decline the card': 'Odrzuć kartę',
  'Leave without paying': 'Wyjdź bez płacenia',
  'Your card was declined. Please try another one.': 'Karta została odrzucona. Spróbuj innej.',
  'This payment has been made.': 'Ta płatność została wykonana.',
  'This checkout was left without paying.': 'Tę kasę opuszczono bez zapłaty.',
  // The simulated tag
  'NFC Tap Simulation': 'Symulacja znacznika NFC',
  'Development mode': 'Tryb deweloperski',
  'This page stands in for a real tag.': 'Ta strona zastępuje prawdziwy znacznik.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'Żaden automat nie jest połączony. Upewnij się w panelu administracyjnym, że któryś jest online.',
  'Machine': 'Automat',
  'Tap the tag: a session begins and the door unlocks.': 'Przyłóż telefon do znacznika: zaczynają się zakupy i drzwiczki się odblokowują.',
  'Take items: each one appears with its price.': 'Weź produkty: każdy pojawi się z ceną.',
  'Close the door, then pay.': 'Zamknij drzwiczki, potem zapłać.',
  'Tap NFC Tag': 'Dotknij znacznika NFC',
  'Back to Dashboard': 'Wróć do pulpitu',
};
