/** Portuguese. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'Pagamento de TESTE',
  'This page stands in for a payment provider. No money moves.': 'Esta página substitui um provedor de pagamentos. Nenhum dinheiro é movimentado.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'Este valor fica bloqueado no cartão. Só é cobrado o que você pegar, e o restante é liberado quando a porta se fecha.',
  'Pay with': 'Pagar com',
  'Test card': 'Cartão de teste',
  'Test phone wallet': 'Carteira digital de teste',
  "The provider's message comes": 'A mensagem do provedor chega',
  'at once': 'na hora',
  'twice': 'duas vezes',
  'never (it is asked for after two minutes)': 'nunca (é consultada depois de dois minutos)',
  'On its way...': 'A caminho...',
  'Hold {amount}': 'Autorizar {amount}',
  'Decline the card': 'Recusar o cartão',
  'Leave without paying': 'Sair sem pagar',
  'Your card was declined. Please try another one.': 'Seu cartão foi recusado. Tente outro.',
  'This payment has been made.': 'Este pagamento já foi feito.',
  'This checkout was left without paying.': 'Esta página de pagamento foi deixada sem pagar.',
  // The simulated tag
  'NFC Tap Simulation': 'Simulação da etiqueta NFC',
  'Development mode': 'Modo de desenvolvimento',
  'This page stands in for a real tag.': 'Esta página substitui uma etiqueta de verdade.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'Nenhuma máquina on-line. Verifique no painel de administração se há alguma on-line.',
  'Machine': 'Máquina',
  'Tap the tag: a session begins and the door unlocks.': 'Toque na etiqueta: uma sessão começa e a porta destrava.',
  'Take items: each one appears with its price.': 'Pegue os itens: cada um aparece com o preço.',
  'Close the door, then pay.': 'Feche a porta e pague.',
  'Tap NFC Tag': 'Tocar na etiqueta NFC',
  'Back to Dashboard': 'Voltar ao painel',
};
