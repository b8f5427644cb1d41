/** What somebody typed into a field for a number: nothing is undefined, and what is no number is NaN. A keypad of a phone may have a comma where others have a point; before three digits it may as well stand for a thousand, and is none. */
export function numberOf(entered: string): number | undefined {
  const text = entered.trim();
  if (text === '') return undefined;
  return /^-?(\d+(\.\d*|,\d{0,2})?|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}
