/** Time zones as this browser knows them: one of some years ago cannot list them, and knows none that was named since. */

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All of them, for somebody who chooses one; none where the browser does not tell. */
export const allZones = (): string[] => ('supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []);

/** A zone that can be shown: itself, or the browser's own where it is not known. Times by another clock are better than no page. */
export function shownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return zone;
  } catch {
    return here;
  }
}
