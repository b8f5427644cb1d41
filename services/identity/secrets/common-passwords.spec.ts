import { dictionary } from '@zxcvbn-ts/language-common';
import { newPassword } from '@larder/contracts/words.js';
import { isGuessable } from './common-passwords.js';

const WORDS = dictionary['passwords-common'].filter((word) => /^[a-z]{5,}$/.test(word)).slice(0, 3_000);
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const NORA = ['nora.lindqvist@harbour-lodge.example', 'Nora', 'Lindqvist', 'Harbour Lodge'];

describe('A password that passes the rule', () => {
  it('is refused when it is one of the 3,000 most common words, however that is dressed up', async () => {
    const dressed = WORDS.flatMap((word) => [`${capital(word)}1!`, `${capital(word)}2026!`, `${word.slice(0, -1)}${word.slice(-1).toUpperCase()}#12`, `${capital(word)}-123`, `$1${capital(word)}`]);
    const passing = dressed.filter((password) => newPassword.safeParse(password).success);
    expect(passing.length).toBeGreaterThan(9_000);
    const missed: string[] = [];
    for (const password of passing) if (!(await isGuessable(password, []))) missed.push(password);
    expect(missed).toEqual([]);
  });

  it.each(['P@ssw0rd', 'P@$$w0rd1', 'Pa$$word1', 'Passw0rd!', 'Qwerty1!', '1qaz!QAZ', '!QAZ2wsx', 'zaq1ZAQ!', '5tgbBGT%', '1Password!', 'Drowssap1!', 'Welcome#2026', 'Sunshine_7', 'M0nk3y!!', 'Abcd@1234'])('%s is refused: it is among the first that are tried', async (password) => {
    expect(await isGuessable(password, [])).toBe(true);
  });

  it.each(['Larder-2026!', 'V3nding-Machine', 'Nora-Lindqvist-7', 'L1ndqv1st!', 'Harbour-Lodge-1', 'nora.lindqvist@H4rbour'])('%s is refused: it is made of who somebody is or what this is', async (password) => {
    expect(await isGuessable(password, NORA)).toBe(true);
  });

  it.each(['Correct-horse-7', 'Xk9$mQ2!vL', 'Harbour-dusk-and-41-gulls', 'tidal Pine 88 echo', 'Wr3n&Foxglove', 'Nora sails to Lisbon on 3 May'])('%s is taken', async (password) => {
    expect(await isGuessable(password, NORA)).toBe(false);
  });
});
