/** After a deployment a page that has been open is another one than the server has, and what it loads late may be gone. */
import { ofThisTab } from './storage.js';

const RELOADED = 'larder.reloadedAt';
/** Where two versions answer in turns, loading the page anew need not help. */
const ONCE_IN_MS = 60_000;

/** Loads the page anew when the server has another one by now. False while there is no way to the server. */
export async function reloadIfReplaced(): Promise<boolean> {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src');
  const page = await fetch(location.pathname, { headers: { accept: 'text/html' }, cache: 'no-store' }).then((answer) => (answer.ok ? answer.text() : '')).catch(() => undefined);
  if (page === undefined) return false;
  if (!entry || !page || page.includes(entry) || Date.now() - Number(ofThisTab.getItem(RELOADED)) < ONCE_IN_MS) return true;
  ofThisTab.setItem(RELOADED, String(Date.now()));
  location.reload();
  return true;
}
