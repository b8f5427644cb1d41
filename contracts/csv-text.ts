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

/** What people choose instead, by how it begins. */
const OTHER_FILES = [{ begins: 'PK\u0003\u0004', what: 'an Excel workbook or another archive' }, { begins: '\u00D0\u00CF\u0011\u00E0', what: 'an Excel workbook' }, { begins: '%PDF', what: 'a PDF' }];

/** Why a text is no CSV file at all; undefined when it may be one. */
export function otherFile(text: string): string | undefined {
  const other = OTHER_FILES.find(({ begins }) => text.startsWith(begins));
  return other && `This is ${other.what}, not a CSV file. Please open it and save it as CSV`;
}
