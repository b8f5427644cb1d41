/** What time it is where the product runs: a computer's own clock may be hours off, and sign-ins, deadlines and "5 min ago" go by the server's. */

/** An answer tells whole seconds, and was some time on its way. */
const TOLERATED_MS = 30_000;
let aheadMs = 0;

/** Every answer says when it was made. */
export function learnClock({ headers }: Response): void {
  const off = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(off)) aheadMs = Math.abs(off) > TOLERATED_MS ? off : 0;
}

/** In milliseconds since 1970. */
export const serverNow = (): number => Date.now() + aheadMs;
