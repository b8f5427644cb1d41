/** What stands below the bars of a chart. */
import { formatShortDay } from './format.js';

/** Days: so many of them at most, each with its year in a second line where it is another than before, once there is more than one. */
export function axisLabels(days: readonly string[], most: number): (string | string[])[] {
  const every = Math.ceil(days.length / most);
  const years = new Set(days.map((day) => day.slice(0, 4)));
  return days.map((day, at) => {
    if (at % every !== 0) return '';
    const year = day.slice(0, 4);
    const isNew = years.size > 1 && days[at - every]?.slice(0, 4) !== year;
    return isNew ? [formatShortDay(day), year] : formatShortDay(day);
  });
}
