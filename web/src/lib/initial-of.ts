/** A name's initial, where there is no picture. */

/** The first letter, or sign, of a name; a sign may be made of several characters. */
export const initialOf = (name: string): string => [...name.trim()][0] ?? '';
