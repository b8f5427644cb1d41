/** The text of a CSV file, however its spreadsheet has written it. */

/** Bytes 0x80 to 0x9F in windows-1252: Node 20 takes them for latin1's. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** UTF-8 where it is that, else windows-1252, as Excel saves "CSV" on Windows. */
export function csvText(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes).replace(/[\u0080-\u009F]/g, (character) => UPPER.charAt(character.charCodeAt(0) - 0x80));
  }
}
