/** Reloading and closing the page ask first while something typed has not been sent. Where the page itself leads away, nobody is asked. */
import { paths } from '../lib/paths.js';
import { isLeaving } from '../lib/session/leave.js';
import { startsAnew } from '../lib/session/start-anew.js';
import { isTyped } from '../ui/typed.js';

let isMeant = false;
/** For a link that says itself that nothing is kept. */
export const leaveUnasked = (): void => void (isMeant = true);

function ask(event: BeforeUnloadEvent): void {
  const isInside = location.pathname.startsWith(`${paths.app}/`);
  if (isMeant || !isInside || !isTyped() || isLeaving() || startsAnew()) return removeEventListener('beforeunload', ask);
  event.preventDefault();
  event.returnValue = true; // Chromium before 119 asks for this only
}

/** Listens from the first entry on only: with such a listener some browsers keep no page to go back to. */
export function keepUnsent(): void {
  for (const entry of ['input', 'change']) document.addEventListener(entry, () => addEventListener('beforeunload', ask), true);
}
