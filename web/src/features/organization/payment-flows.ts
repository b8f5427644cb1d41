/** The two ways guests pay, in words. */
import type { Account } from '@larder/contracts/identity/organization.js';

export const flows: Record<Account['paymentFlow'], { label: string; text: string }> = {
  'pay-after': { label: 'After taking', text: 'Guests take first and pay once the door is closed.' },
  'hold-first': { label: 'Card held first', text: 'The card is authorised before the door unlocks. The exact amount is captured after it closes, and the rest released.' },
};
