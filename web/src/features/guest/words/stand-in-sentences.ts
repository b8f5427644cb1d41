/** What the pages say that stand in for a payment provider and for a tag. By themselves: where both are real nobody loads them. */
export const standInSentences = [
  // The test checkout
  'TEST payment', 'This page stands in for a payment provider. No money moves.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.',
  'Pay with', 'Test card', 'Test phone wallet', "The provider's message comes", 'at once', 'twice', 'never (it is asked for after two minutes)',
  'On its way...', 'Hold {amount}', 'Decline the card', 'Leave without paying',
  'Your card was declined. Please try another one.', 'This payment has been made.', 'This checkout was left without paying.',
  // The simulated tag
  'NFC Tap Simulation', 'Development mode', 'This page stands in for a real tag.', 'No online machines available. Please ensure machines are online in the admin panel.', 'Machine',
  'Tap the tag: a session begins and the door unlocks.', 'Take items: each one appears with its price.', 'Close the door, then pay.', 'Tap NFC Tag', 'Back to Dashboard',
] as const;

export type StandInWords = Record<(typeof standInSentences)[number], string>;
