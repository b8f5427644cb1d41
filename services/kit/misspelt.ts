/** Names of settings that somebody has misspelt: what they set would be left out without a word. */
import { settingNames } from './settings.js';

/** Letters that may differ in a long name, and in a short one; names that are shorter than these letters are like too much else. */
const LONG = 15;
const MOST_IN_LONG = 3;
const MOST_IN_SHORT = 2;
const SHORTEST = 6;

/** Names in the environment that are no setting and look like one that is not set, each with that one. */
export function misspelt(environment: Record<string, string | undefined>): { name: string; like: string }[] {
  const unset = settingNames.filter((name) => name.length >= SHORTEST && !environment[name]);
  const others = Object.keys(environment).filter((name) => environment[name] && !settingNames.includes(name));
  return others.flatMap((name) => {
    const like = unset.find((known) => isLike(name.toUpperCase(), known));
    return like === undefined ? [] : [{ name, like }];
  });
}

function isLike(name: string, known: string): boolean {
  const most = known.length < LONG ? MOST_IN_SHORT : MOST_IN_LONG;
  return Math.abs(name.length - known.length) <= most && difference(name, known) <= most;
}

/** How many letters have to be added, left out or changed (Levenshtein). */
function difference(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let n = 1; n <= other.length; n++) {
      const changed = (before[n - 1] as number) + (one[i - 1] === other[n - 1] ? 0 : 1);
      row.push(Math.min(changed, (before[n] as number) + 1, (row[n - 1] as number) + 1));
    }
    before = row;
  }
  return before[other.length] as number;
}
