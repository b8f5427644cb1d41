/** Passwords that are guessed first: the most common ones of leaks, and words about the person, however they are dressed up to pass the rule. */

/** As many signs and digits as people put around a word so that it passes: `Summer-2026!`. What has more around it is no longer that word. */
const MOST_DRESSING = 6;
const SHORTEST_WORD = 4;
/** What a digit or sign is often written for. The same one may stand for several letters, so a text is read in several ways. */
const READINGS: readonly Record<string, string>[] = [
  {},
  { '@': 'a', '4': 'a', '8': 'b', '(': 'c', '3': 'e', '6': 'g', '1': 'i', '!': 'i', '|': 'i', '0': 'o', $: 's', '5': 's', '7': 't', '+': 't' },
  { '@': 'a', '4': 'a', '3': 'e', '9': 'g', '1': 'l', '!': 'l', '|': 'l', '0': 'o', $: 's', '5': 's', '7': 't', '2': 'z' },
  // With the shift key held or not: `!QAZ` is `1qaz`.
  { '!': '1', '@': '2', '#': '3', $: '4', '%': '5', '^': '6', '&': '7', '*': '8', '(': '9', ')': '0' },
];
/** Of the product's own. */
const OUR_WORDS = ['larder', 'vending', 'machine'];

const reversed = (text: string): string => [...text].reverse().join('');
const read = (text: string, as: Record<string, string>): string => [...text].map((sign) => as[sign] ?? sign).join('');

/** What a password may be at heart, in lower case. */
function coresOf(password: string): string[] {
  const text = password.toLowerCase();
  const undressed = [text, text.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, ''), text.replace(/[^a-z]+$/, ''), text.replace(/^[^a-z]+|[^a-z]+$/g, '')];
  const readings = undressed.flatMap((one) => READINGS.flatMap((as) => [read(one, as), read(one, as).replace(/[^a-z0-9]/g, '')]));
  return [...new Set(readings)].filter((core) => core.length >= SHORTEST_WORD && password.length - core.length <= MOST_DRESSING);
}

/** A word, the same one backwards, or one that is written twice, there and back if need be; what is short and written twice is as bad as a word. */
function isWord(core: string, words: ReadonlySet<string>): boolean {
  if (words.has(core) || words.has(reversed(core))) return true;
  const [half, other] = [core.slice(0, core.length / 2), core.slice(core.length / 2)];
  return (half === other || half === reversed(other)) && (half.length <= SHORTEST_WORD || words.has(half) || words.has(reversed(half)));
}

/** The words in names and addresses, and in what the product is called. */
const personal = (about: readonly string[]): string[] =>
  [...about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= SHORTEST_WORD), ...OUR_WORDS].sort((a, b) => b.length - a.length);

/** Whether little is left of it without these words. */
function isMadeOf(words: readonly string[], password: string): boolean {
  const text = password.toLowerCase();
  return READINGS.some((as) => {
    const left = words.reduce((rest, word) => rest.replaceAll(word, ''), read(text, as));
    return left.length < text.length && left.length <= MOST_DRESSING;
  });
}

let common: ReadonlySet<string> | undefined;
/** Some 50,000, most common first, as leaks have them; read when the first password is chosen, which most processes never see, and again where they could not be read. */
async function commonOnes(): Promise<ReadonlySet<string>> {
  if (common) return common;
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return (common ??= new Set(dictionary['passwords-common']));
}

/** Whether a password is among those that would be tried first for somebody. `about`: their names, addresses, organization. */
export async function isGuessable(password: string, about: readonly string[]): Promise<boolean> {
  if (isMadeOf(personal(about), password)) return true;
  const words = await commonOnes();
  return coresOf(password).some((core) => isWord(core, words));
}
