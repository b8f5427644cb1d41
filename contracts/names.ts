/** Names of machines and products as people look for them, and the order they expect them in. */

/** So many digits fit into the numbers of names. */
const DIGITS = 12;

/** What is the same to somebody who searches: neither case nor accents count ("café" is found by "CAFE"). */
export const plain = (text: string): string => (/\P{ASCII}/u.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text).toLowerCase();

/** The same for two spellings of a house's address that differ in case, accents, blanks or punctuation; empty where there is none. */
export const houseKey = (address: string): string => plain(address).replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** A name within an English sentence. What is written from right to left would take the colon and the figures behind it to its other side, so it is set off by characters that nobody sees. */
export const isolated = (name: string): string => (/[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(name) ? `\u2068${name}\u2069` : name);

/** To be compared character by character: beside case and accents, numbers count by what they are worth, so that "Unit 2" comes before "Unit 10" and "0.33 l" before "0.5 l". */
export const orderKey = (name: string): string => plain(name).replace(/(\d+)([.,]\d+)?/g, (_, whole: string, part = '') => `${whole.padStart(DIGITS, '0')}${part}`);

/** So many of each, within an English sentence. */
export const listOf = (items: readonly { name: string; quantity: number }[]): string => items.map(({ name, quantity }) => `${quantity}x ${isolated(name)}`).join(', ');
