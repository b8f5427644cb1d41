/** How long an alert can be put off with one click. */

interface Snooze {
  value: string;
  label: string;
  until(now: Date): Date;
}

const MINUTE_MS = 60_000;
const minutes = (n: number) => (now: Date): Date => new Date(now.getTime() + n * MINUTE_MS);
/** At 8 in the morning by the clock of whoever chooses. */
const morning = (days: number) => (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 8);

export const snoozes: readonly Snooze[] = [
  { value: '15m', label: '15 minutes', until: minutes(15) },
  { value: '1h', label: '1 hour', until: minutes(60) },
  { value: '4h', label: '4 hours', until: minutes(240) },
  { value: 'tomorrow', label: 'Tomorrow at 8:00', until: morning(1) },
  { value: 'week', label: 'In a week', until: morning(7) },
];
