import { historyText } from './history-text.js';

const at = '2026-03-01T12:00:00.000Z';
const olive = { userId: 'u1', firstName: 'Olive', lastName: 'Reed' };

it.each([
  [{ at, what: 'acknowledged', by: olive }, 'Acknowledged by Olive Reed'],
  [{ at, what: 'acknowledged', by: { userId: 'u2', firstName: '', lastName: '' } }, 'Acknowledged by a former member'],
  [{ at, what: 'assigned', by: olive, to: olive }, 'Assigned to Olive Reed by Olive Reed'],
  [{ at, what: 'assigned', by: olive }, 'Assigned to nobody by Olive Reed'],
  [{ at, what: 'snoozed', by: olive, until: '2026-03-02T02:30:00.000Z' }, 'Snoozed until Mar 1, 2026, 9:30 PM by Olive Reed'],
  [{ at, what: 'returned' }, 'Came back: the snooze is over'],
  [{ at, what: 'escalated', step: 2, told: 3 }, 'Step 2 of the escalation: 3 notices sent out'],
  [{ at, what: 'resolved' }, 'Resolved by itself: the condition cleared'],
  [{ at, what: 'reopened', by: olive }, 'Reopened by Olive Reed'],
] as const)('%j is told as %s', (entry, text) => expect(historyText(entry, 'America/New_York').replaceAll('\u202f', ' ')).toBe(text));
