/** French. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'Paiement de TEST',
  'This page stands in for a payment provider. No money moves.': 'Cette page remplace un prestataire de paiement. Aucun argent ne circule.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'Ce montant est bloqué sur la carte. Seul ce que vous prenez est débité et le reste est libéré à la fermeture de la porte.',
  'Pay with': 'Payer avec',
  'Test card': 'Carte de test',
  'Test phone wallet': 'Portefeuille mobile de test',
  "The provider's message comes": 'Le message du prestataire arrive',
  'at once': 'tout de suite',
  'twice': 'deux fois',
  'never (it is asked for after two minutes)': 'jamais (il est demandé au bout de deux minutes)',
  'On its way...': 'En cours...',
  'Hold {amount}': 'Autoriser {amount}',
  'Decline the card': 'Refuser la carte',
  'Leave without paying': 'Quitter sans payer',
  'Your card was declined. Please try another one.': 'Votre carte a été refusée. Veuillez en essayer une autre.',
  'This payment has been made.': 'Ce paiement a été effectué.',
  'This checkout was left without paying.': 'Cette page de paiement a été quittée sans payer.',
  // The simulated tag
  'NFC Tap Simulation': 'Simulation de la pastille NFC',
  'Development mode': 'Mode développement',
  'This page stands in for a real tag.': 'Cette page remplace une vraie pastille.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'Aucun distributeur n’est en ligne. Veuillez vérifier dans l’espace d’administration qu’un distributeur est en ligne.',
  'Machine': 'Distributeur',
  'Tap the tag: a session begins and the door unlocks.': 'Touchez la pastille : une session commence et la porte se déverrouille.',
  'Take items: each one appears with its price.': 'Prenez des articles : chacun s’affiche avec son prix.',
  'Close the door, then pay.': 'Fermez la porte, puis payez.',
  'Tap NFC Tag': 'Toucher la pastille NFC',
  'Back to Dashboard': 'Retour au tableau de bord',
};
