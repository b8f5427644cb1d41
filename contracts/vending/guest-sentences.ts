/** What the services say to guests. `{amount}` and the like stand for what differs. The guest's pages know each of them in every language (`web/src/features/guest/words`). */

/** In a visit, as its message or because its machine is not heard. */
export const visitSentences = [
  'The session was cancelled. You have not been charged.',
  'Nothing was taken, so there is nothing to pay.',
  'The machine did not open: somebody may be working at it, or it cannot sell right now. You have not been charged. Please tap again in a moment.',
  'The time is over. Please close the door: what you took is due then, or when the machine has a connection again.',
  'Your session ends as soon as the machine has answered. Nothing is charged when nothing was taken.',
  'The door was opened, so the session goes on. It ends when you close the door.',
  'The time ran out. Please pay for the items you took.',
  'Session has expired',
  '{amount} of it was never paid.',
  'Your card is checked first: {amount} are held, you pay only for what you take, and the rest is released.',
  '{amount} are held on your card. You can open the door.',
  '{amount} are held on your card. You pay only for what you take.',
  'The card was not authorised. You can try again.',
  'The payment was not completed. You can pay again.',
  'The machine is connected again. Go on, and close the door when you have everything.',
  'The machine is connected again. Door still locked? Tap the tag once more.',
  'The machine is connected again, and {amount} are held on your card. Door still locked? Tap the tag once more.',
  'The machine has no connection right now. Nothing is held on your card meanwhile. Please wait a moment, or cancel.',
  'The machine has no connection right now. You need not wait for it: nothing is charged when nothing was taken.',
  'The machine has no connection right now. What you take is counted all the same. Close the door when you have everything and keep this page: you pay here when the machine is heard again.',
  'The machine has no connection right now. What you take is counted all the same. Close the door when you have everything and keep this page: your card is charged when the machine is heard again.',
  'The machine has no connection right now. Door locked? Wait a moment, or cancel: nothing is charged when nothing was taken. Door open? What you take is counted all the same, and you pay here when the machine is heard again.',
  'The machine has no connection right now. Door locked? Wait a moment, or cancel: nothing is charged when nothing was taken. Door open? What you take is counted all the same, and your card is charged when the machine is heard again.',
] as const;

/** Where a guest is refused something. */
export const guestRefusals = [
  'No session found',
  'Machine not found',
  'This machine is not available right now. Please try again later.',
  'This machine serves nobody right now, or somebody is working at it. Nothing was held on your card. Please try again later.',
  'Somebody is using this machine right now. Please try again in a moment.',
  'This request was answered before. Please tap again.',
  'Please close the door: the session ends with it, and nothing is charged when nothing was taken',
  'Cannot cancel - the items you took are still to be paid for',
  'Cannot cancel - please return items first: {items}',
  'This session has already ended',
  'There is nothing to pay in this session',
  'This cannot be paid by card. Please contact your host.',
  'There is no receipt at this address',
  'Only the guest who bought this can do that. Please use the browser it was bought with, or open the link in the e-mailed receipt.',
  'This receipt has been sent often enough. You can print this page or keep its address.',
  'This item is refunded already',
  'You have told us about this item already',
  'Purchases can be disputed for {days} days. Please contact {host}.',
  'This is not available right now. Please try again in a moment.',
  'This is being put together anew from everything that has happened, e.g. after an update. Please look again in a few minutes.',
  'This cannot be done right now. Please try again in a moment, and quote {id} if it goes on.',
  'Larder is starting here. Please try again in a moment.',
  'Something went wrong. Please try again, and quote {id} if it happens again.',
] as const;

/** Why something was given back without an operator's own words. */
export const givenBackBecause = ['The machine saw it come back', 'Reports of the machine are missing', 'The operator gave it back', 'The chargeback is lost', 'Disputed by the guest'] as const;

export type GuestSentence = (typeof visitSentences)[number] | (typeof guestRefusals)[number];
