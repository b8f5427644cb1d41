/** What the guest's pages say, in the language of who reads them. They are written in English, as is what the server says; of another language the words are looked up. */
import type { GuestLanguage } from '@larder/contracts/vending/guest-languages.js';
import { amountIn } from './amounts.js';
import type { Words } from './sentences.js';
import type { StandInWords } from './stand-in-sentences.js';

/** The one that is shown. */
export let language: GuestLanguage = 'en';
const known = new Map<string, string>();
const patterns: { pattern: RegExp; words: string }[] = [];

/** Before anything is shown: whatever {@link say} is asked for from now on is looked up in these. */
export function use(shown: GuestLanguage, words: Words): void {
  language = shown;
  learn(words);
}

/** More sentences in the language that is shown. */
export function learn(words: Words | StandInWords): void {
  for (const [sentence, said] of Object.entries(words)) {
    known.set(sentence, said);
    if (sentence.includes('{')) patterns.push({ pattern: patternOf(sentence), words: said });
  }
}

const MONEY = new Set(['amount', 'charged', 'released']);
/** Money is a number with the sign of its currency: what a host has written before the same words is none. */
const holeOf = (name: string): string => (MONEY.has(name) ? String.raw`\D{0,6}\d[\d.,]*\D{0,6}` : '[^]+');
/** `{amount} refunded` → what finds the amount in `$2.50 refunded`. */
export const patternOf = (sentence: string): RegExp => new RegExp(`^${sentence.replace(/[.*+?^$()|]/g, '\\$&').replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${holeOf(name)})`)}$`);

/** A sentence or an amount of the pages or the server in the language that is shown; as it is where it is not known, as names are. */
export function say(sentence: string): string {
  const said = known.get(sentence);
  if (said !== undefined || language === 'en') return said ?? sentence;
  for (const { pattern, words } of patterns) {
    const found = pattern.exec(sentence)?.groups;
    if (found) return words.replace(/\{(\w+)\}/g, (_, name: string) => differing(name, found[name] ?? ''));
  }
  return amountIn(language, sentence) ?? sentence;
}

/** What differs in a sentence: an amount, one of the words that we know, or somebody's own. */
const differing = (name: string, text: string): string => (name === 'word' ? known.get(text) : amountIn(language, text)) ?? text;
