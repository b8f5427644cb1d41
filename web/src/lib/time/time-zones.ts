/** Time zones as this browser knows them: one of some years ago cannot list them, and knows none that was named since. */

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All of them, for somebody who chooses one; none where the browser does not tell. */
export const allZones = (): string[] => ('supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []);

/** To choose from, whatever is chosen now among them. */
export const zoneChoices = (current: string): { value: string; label: string }[] => [...new Set([current, 'UTC', ...allZones()])].map((value) => ({ value, label: value.replaceAll('_', ' ') }));

const shown = new Map<string, string>();

/** A zone that can be shown: itself, or the browser's own where it is not known. Times by another clock are better than no page. */
export function shownZone(zone: string): string {
  let its = shown.get(zone);
  if (its === undefined) shown.set(zone, (its = isKnown(zone) ? zone : here));
  return its;
}

function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}
