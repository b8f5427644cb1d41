/** German. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'TEST-Zahlung',
  'This page stands in for a payment provider. No money moves.': 'Diese Seite steht anstelle eines Zahlungsdienstes. Es fließt kein Geld.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'Dieser Betrag wird auf der Karte reserviert. Abgebucht wird nur, was Sie nehmen; der Rest wird freigegeben, wenn die Tür schließt.',
  'Pay with': 'Bezahlen mit',
  'Test card': 'Testkarte',
  'Test phone wallet': 'Test-Wallet des Telefons',
  "The provider's message comes": 'Die Meldung des Zahlungsdienstes kommt',
  'at once': 'sofort',
  'twice': 'zweimal',
  'never (it is asked for after two minutes)': 'nie (nach zwei Minuten wird danach gefragt)',
  'On its way...': 'Ist unterwegs...',
  'Hold {amount}': '{amount} reservieren',
  'Decline the card': 'Karte ablehnen',
  'Leave without paying': 'Ohne Bezahlung verlassen',
  'Your card was declined. Please try another one.': 'Ihre Karte wurde abgelehnt. Bitte versuchen Sie eine andere.',
  'This payment has been made.': 'Diese Zahlung ist erfolgt.',
  'This checkout was left without paying.': 'Diese Kasse wurde ohne Bezahlung verlassen.',
  // The simulated tag
  'NFC Tap Simulation': 'Antippen der NFC-Plakette (Simulation)',
  'Development mode': 'Entwicklungsmodus',
  'This page stands in for a real tag.': 'Diese Seite steht anstelle einer echten Plakette.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'Kein Automat ist verbunden. Bitte sorgen Sie im Betreiberbereich dafür, dass einer verbunden ist.',
  'Machine': 'Automat',
  'Tap the tag: a session begins and the door unlocks.': 'Plakette antippen: Der Einkauf beginnt, und die Tür wird entriegelt.',
  'Take items: each one appears with its price.': 'Artikel entnehmen: Jeder erscheint mit seinem Preis.',
  'Close the door, then pay.': 'Tür schließen, dann bezahlen.',
  'Tap NFC Tag': 'NFC-Plakette antippen',
  'Back to Dashboard': 'Zurück zum Dashboard',
};
