/** Spanish. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'Pago de PRUEBA',
  'This page stands in for a payment provider. No money moves.': 'Esta página sustituye a un proveedor de pagos. No se mueve dinero.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'Este importe se retiene en la tarjeta. Solo se cobra lo que tome y el resto se libera al cerrarse la puerta.',
  'Pay with': 'Pagar con',
  'Test card': 'Tarjeta de prueba',
  'Test phone wallet': 'Monedero móvil de prueba',
  "The provider's message comes": 'El mensaje del proveedor llega',
  'at once': 'enseguida',
  'twice': 'dos veces',
  'never (it is asked for after two minutes)': 'nunca (se consulta a los dos minutos)',
  'On its way...': 'En curso...',
  'Hold {amount}': 'Autorizar {amount}',
  'Decline the card': 'Rechazar la tarjeta',
  'Leave without paying': 'Salir sin pagar',
  'Your card was declined. Please try another one.': 'Su tarjeta ha sido rechazada. Pruebe con otra.',
  'This payment has been made.': 'Este pago ya se ha hecho.',
  'This checkout was left without paying.': 'Se salió de esta página de pago sin pagar.',
  // The simulated tag
  'NFC Tap Simulation': 'Simulación de la etiqueta NFC',
  'Development mode': 'Modo de desarrollo',
  'This page stands in for a real tag.': 'Esta página sustituye a una etiqueta real.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'No hay ninguna máquina conectada. Compruebe en el panel de administración que haya alguna en línea.',
  'Machine': 'Máquina',
  'Tap the tag: a session begins and the door unlocks.': 'Acerque el teléfono a la etiqueta: empieza una sesión y la puerta se desbloquea.',
  'Take items: each one appears with its price.': 'Tome artículos: cada uno aparece con su precio.',
  'Close the door, then pay.': 'Cierre la puerta y pague.',
  'Tap NFC Tag': 'Tocar la etiqueta NFC',
  'Back to Dashboard': 'Volver al panel',
};
