/** Names of machines and products as people look for them, and the order they expect them in. */

/** So many digits fit into the numbers of names. */
const DIGITS = 12;

/** What is the same to somebody who searches: neither case nor accents count ("café" is found by "CAFE"). */
export const plain = (text: string): string => (/\P{ASCII}/u.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text).toLowerCase();

/** To be compared character by character: beside case and accents, numbers count by what they are worth, so that "Unit 2" comes before "Unit 10" and "0.33 l" before "0.5 l". */
export const orderKey = (name: string): string => plain(name).replace(/(\d+)([.,]\d+)?/g, (_, whole: string, part = '') => `${whole.padStart(DIGITS, '0')}${part}`);
