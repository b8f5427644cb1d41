/** What sales does when it hears facts of its own. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Kit } from '@larder/kit/kit.js';
import { only, type Reaction } from '@larder/kit/commands/react.js';
import { settle, SETTLING } from './disputes/settling.js';
import { writeLetter } from './month-letters/month-letters.js';

export const hearingOurselves = (kit: Kit): Reaction => ({
  source: 'sales',
  concerns: only(...SETTLING, 'MonthLetterCameDue'),
  on: (fact: AnyFact) => (fact.type === 'MonthLetterCameDue' ? writeLetter(kit, fact) : settle(kit, fact)),
});
