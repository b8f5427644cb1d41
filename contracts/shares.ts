/** Money shared out to the cent. */

/** `cents` shared out in proportion to `weights`, by the largest remainder, so that the shares add up to it; earlier ones win ties. No share is more than its weight while `cents` is no more than all of them. Weights are whole numbers, and not all 0. */
export function shares(cents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === cents) return [...weights];
  const parts = weights.map((weight, n) => ({ n, share: Math.floor((weight * cents) / whole), rest: (weight * cents) % whole }));
  const left = cents - parts.reduce((sum, { share }) => sum + share, 0);
  const rounded = new Set([...parts].sort((a, b) => b.rest - a.rest || a.n - b.n).slice(0, left).map(({ n }) => n));
  return parts.map(({ n, share }) => share + (rounded.has(n) ? 1 : 0));
}
