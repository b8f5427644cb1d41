/** How much time a visit has left, by the server's clock. */

/** Whole seconds left of `timeRemaining` (seconds, as the server said at `heardAtMs`); never below zero. */
export const secondsLeft = (timeRemaining: number, heardAtMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil(timeRemaining - Math.max(0, nowMs - heardAtMs) / 1000));

/** 272 → `4:32`. */
export const asMinutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** What somebody who cannot see the countdown is told; only at a few moments, so that it does not talk all the time. */
export const spokenCountdown = (seconds: number): string =>
  seconds > 60 || seconds === 0 ? '' : seconds > 30 ? 'One minute left' : seconds > 10 ? '30 seconds left' : '10 seconds left';
