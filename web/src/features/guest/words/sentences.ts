/** What the guest's pages say of their own. `{amount}` and the like stand for what differs, amounts as that language writes them; `{word}` for one of these words. */
import type { GuestSentence, givenBackBecause } from '@larder/contracts/vending/guest-sentences.js';

export const sentences = [
  // Everywhere
  'Loading...', 'Questions?', 'Try Again', 'Go Home', 'Return to Home', 'Return to Session', 'Start New Session', 'Make Another Purchase', 'Print Receipt', 'Cancel', 'Send', 'Total', 'Language',
  'Session Error', 'Failed to load session', 'Tap the tag on the machine to begin a new session.', 'Something went wrong', 'Please refresh the page to continue.', 'Reload Page',
  'Network error. Please check your connection.',
  // Before a visit
  'Tap the tag on the machine to begin', 'Hold the top of your phone against the round tag beside the door. Your session opens by itself.',
  // A visit
  'Select Your Items', 'Open the door and take what you like. Each item appears here with its price.', 'Door locked again? Tap the tag once more.',
  'What is inside', 'What is inside cannot be shown right now.', 'Sold out', 'Contains {allergens}', 'Allergens are as your host has entered them. When in doubt, read the package.',
  'celery', 'crustaceans', 'eggs', 'fish', 'gluten', 'lupin', 'milk', 'molluscs', 'mustard', 'nuts', 'peanuts', 'sesame', 'soy', 'sulphites',
  'Session expires in {time}', 'Please close the door: the visit goes on while it is open, or while the machine has no connection.',
  'Items removed - Payment required', 'Items removed - Your card is being charged', 'Payment in progress...', 'Payment completed!', 'Session cancelled',
  'If you have paid, just wait: this screen changes by itself. If not, pay here. You are not charged twice.',
  'held {amount} · charged {charged} · released {released}', 'Charged already',
  'No items taken.', '1 item, total {amount}: {items}.', '{count} items, total {amount}: {items}.', 'One minute left', '30 seconds left', '10 seconds left',
  'Session {id} · {word}', 'active', 'payment required', 'payment in progress', 'completed', 'cancelled', 'expired',
  'Close the door when you have everything, then pay here. Closed already? The machine has yet to tell us.',
  'Close the door when you have everything: it is charged to your card. Closed already? The machine has yet to tell us.',
  'The door unlocks as soon as your card is authorized.', 'We are waiting for the payment provider to confirm. The door unlocks by itself then.',
  'Authorize {amount}', 'Pay {amount}', 'See Receipt',
  'Ending your session...', 'Opening the checkout...', 'This takes longer than usual. Please wait.', 'This takes longer than usual. Please wait: you are not charged twice.',
  'No payment URL available. Please try refreshing the page.', 'Payment processing failed. Please try again.', 'Failed to cancel session. Please try again.', 'Failed to cancel session',
  'Network error. Please check your connection. This screen catches up by itself.',
  'Network error. Please check your connection. The machine counts what you take all the same. This screen catches up by itself.',
  'Network error. Please check your connection. Nothing was charged.',
  // After the checkout
  'Payment Successful!', 'Payment Cancelled', 'Payment Not Completed', 'No charges were made.', 'Your session is still active.', 'Your session is still active and {amount} is due for the items you took.',
  'You left the checkout and we have not received a payment.', '{amount} is still due for the items you took.', '{charged} of {amount} was charged to the card that was held.',
  'Your payment of {amount} was received.', 'Your session was cancelled. No charges were made.', 'Session has expired. No charges were made.',
  'The {amount} held on your card are being released.', 'The {amount} held on your card were released.',
  'The payment did not go through, and the items you took are still to be paid for. Please return to the session to pay again.', 'No payment was received for this session.',
  'We are waiting for the payment provider to confirm. You need not pay again: this page updates by itself.',
  'The items listed here are paid and yours to keep.', 'Your receipt is always at', 'this private address', '; payment reference',
  // A receipt
  'Your receipt', 'No receipt here', 'paid by {word} · transaction {reference}', 'card', 'mobile', 'cash', 'Tax included ({rate})', 'Refunded', 'Refund under way', 'Paid after refunds',
  'Something wrong, or want it by e-mail? Open this page in the browser you bought with, or by the link in your e-mailed receipt.',
  'E-mail me the receipt', 'Used for this receipt and nothing else.', 'Please enter a valid email address', 'Receipt sent to {address}', 'The receipt will be sent to {address} as soon as our mail server takes it.', 'The receipt could not be sent. Please try again.',
  'Something wrong?', 'Something wrong with {item}?', 'What happened with {item}?', 'I put it back', 'Something was wrong', 'Please choose what happened', 'How many?', 'Anything we should know?', 'optional', 'This could not be sent. Please try again.',
  'Thank you. Somebody is looking at it; this page updates by itself.', '{amount} is on its way back to you.', 'Refund of {amount} under way',
  '{amount} refunded', '{amount} refunded.', '{amount} refunded after all.', '{amount} refunded: {word}.', '{amount} refunded, and not the rest: {word}', 'Not refunded: {word}', 'no reason was given',
] as const;

/** They stand in the middle of a sentence. */
type Reason = Uncapitalize<(typeof givenBackBecause)[number]>;
/** One for each sentence, with the same `{…}` in it. */
export type Words = Record<(typeof sentences)[number] | GuestSentence | Reason, string>;
