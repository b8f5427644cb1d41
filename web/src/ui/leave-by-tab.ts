/** For fields in which several can be chosen: leaving one by Tab chooses nothing. The component library takes what its list points to, which takes out again what was chosen last. */
import type { KeyboardEvent } from 'react';

export function leaveByTab(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.stopPropagation();
}
