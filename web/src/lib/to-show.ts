/** What a screen shows of an answer. */

interface Answer<T> {
  /** The last one, be it to what was asked before. */
  data?: T;
  /** That to what is asked now. */
  currentData?: T;
  isError: boolean;
}

/** What was asked for before stays while what is asked for now is on its way. Once that has failed it would pass for it: another month's revenue for this one's. What was loaded of the same before stays then, too. */
export const toShow = <T>({ data, currentData, isError }: Answer<T>): T | undefined => (isError ? currentData : data);
