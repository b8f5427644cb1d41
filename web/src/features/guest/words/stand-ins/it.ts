/** Italian. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'Pagamento di PROVA',
  'This page stands in for a payment provider. No money moves.': 'Questa pagina sostituisce un fornitore di pagamenti. Non si muove denaro.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'Questo importo viene bloccato sulla carta. Paghi solo quello che prendi e il resto viene sbloccato quando lo sportello si chiude.',
  'Pay with': 'Paga con',
  'Test card': 'Carta di prova',
  'Test phone wallet': 'Portafoglio mobile di prova',
  "The provider's message comes": 'Il messaggio del fornitore arriva',
  'at once': 'subito',
  'twice': 'due volte',
  'never (it is asked for after two minutes)': 'mai (viene chiesto dopo due minuti)',
  'On its way...': 'In corso...',
  'Hold {amount}': 'Autorizza {amount}',
  'Decline the card': 'Rifiuta la carta',
  'Leave without paying': 'Esci senza pagare',
  'Your card was declined. Please try another one.': 'La tua carta è stata rifiutata. Provane un’altra.',
  'This payment has been made.': 'Questo pagamento è stato effettuato.',
  'This checkout was left without paying.': 'Questa pagina di pagamento è stata lasciata senza pagare.',
  // The simulated tag
  'NFC Tap Simulation': 'Simulazione del tag NFC',
  'Development mode': 'Modalità di sviluppo',
  'This page stands in for a real tag.': 'Questa pagina sostituisce un tag vero.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'Nessun distributore in linea. Verifica nel pannello di amministrazione che ce ne sia uno in linea.',
  'Machine': 'Distributore',
  'Tap the tag: a session begins and the door unlocks.': 'Tocca il tag: inizia una sessione e lo sportello si sblocca.',
  'Take items: each one appears with its price.': 'Prendi gli articoli: ognuno compare con il suo prezzo.',
  'Close the door, then pay.': 'Chiudi lo sportello, poi paga.',
  'Tap NFC Tag': 'Tocca il tag NFC',
  'Back to Dashboard': 'Torna alla dashboard',
};
