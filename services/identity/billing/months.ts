/** Months of a calendar, in UTC. */

/** `months` after `from`; the last day of a month that is shorter. */
export function addMonths(from: string, months: number): string {
  const moved = new Date(from);
  const day = moved.getUTCDate();
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  moved.setUTCDate(Math.min(day, new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()));
  return moved.toISOString();
}
