/** Which language the guest's pages are in: what was chosen on this phone before, else the first of its languages that there is. */
import { isFromRight } from '@larder/contracts/vending/guest-languages.js';
import { lasting } from '../../../lib/storage.js';
import { languageOf } from './languages.js';
import type { Words } from './sentences.js';
import { language, learn, use } from './say.js';
import type { StandInWords } from './stand-in-sentences.js';

const files = import.meta.glob<{ words: Words }>('./in/*.ts');
const standIns = import.meta.glob<{ words: StandInWords }>('./stand-ins/*.ts');
const KEPT = 'larder.language';

let spoken: Promise<void> | undefined;

/** As long as somebody looks at an empty page. */
const PATIENCE_MS = 8_000;

/** Call before anything is shown. Where the words cannot be had, or do not come in time, it is English. */
export const speak = (): Promise<void> => (spoken ??= begin());

/** What is said where a test checkout or a simulated tag stands in for a real one: call before one of these is shown. */
export async function speakOfStandIns(): Promise<void> {
  await speak();
  const file = await inTime(standIns[`./stand-ins/${language}.ts`]);
  if (file) learn(file.words);
}

async function begin(): Promise<void> {
  const wished = [lasting.getItem(KEPT) ?? '', ...navigator.languages];
  const found = wished.map(languageOf).find((one) => one !== undefined);
  const file = await inTime(files[`./in/${found}.ts`]);
  if (!found || !file) return;
  use(found, file.words);
  document.documentElement.lang = found;
  if (isFromRight(found)) document.documentElement.dir = 'rtl';
}

const inTime = <T>(load: (() => Promise<T>) | undefined): Promise<T | undefined> => Promise.race([load?.().catch(() => undefined), new Promise<undefined>((late) => setTimeout(late, PATIENCE_MS))]);

/** On this phone, from now on; the page is shown anew. */
export function choose(chosen: string): void {
  lasting.setItem(KEPT, chosen);
  location.reload();
}
