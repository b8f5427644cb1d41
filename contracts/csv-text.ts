/** The text of a CSV file, however its spreadsheet has written it, and what a spreadsheet would make of text. */

/** Spreadsheets take text that begins so for a formula, whoever wrote it; some also where the sign is of full width. An apostrophe before it makes it text again. */
export const BEGINS_FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Bytes 0x80 to 0x9F in windows-1252: Node 20 takes them for latin1's. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** UTF-16 where the file begins by saying so, as Excel saves "Unicode Text"; UTF-8 where it is that, else windows-1252, as Excel saves "CSV" on Windows. */
export function csvText(bytes: ArrayBuffer | Uint8Array): string {
  const [first, second] = new Uint8Array(bytes instanceof ArrayBuffer ? bytes : bytes.buffer, bytes instanceof ArrayBuffer ? 0 : bytes.byteOffset, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes).replace(/[\u0080-\u009F]/g, (character) => UPPER.charAt(character.charCodeAt(0) - 0x80));
  }
}
