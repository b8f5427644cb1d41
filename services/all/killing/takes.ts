/** What the guest of a visit takes: it follows from the visit's id, so that everybody can tell afterwards. */
import { hash } from 'node:crypto';

export const SLOTS = ['A1', 'A2', 'A3'] as const;

export function takenIn(sid: string): { slot: string; quantity: number }[] {
  const dice = [...hash('sha256', sid, 'buffer')];
  return Array.from({ length: 1 + ((dice[0] ?? 0) % 3) }, (_, n) => ({ slot: SLOTS[(dice[n + 1] ?? 0) % SLOTS.length] as string, quantity: 1 + ((dice[n + 5] ?? 0) % 2) }));
}
