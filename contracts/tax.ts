/**
 * Tax that is included in a price. Rates are basis points: 825 is 8.25 %.
 *
 * A gross amount g holds g × rate ÷ (10000 + rate) of tax, in whole minor units, halves to the even one. The tax of a purchase is that of its
 * total; its lines share it by the largest remainder, so that they add up to it to the cent.
 */
import { z } from 'zod';

/** At most 50 %. */
export const taxBasisPoints = z.number().int('Tax has at most two decimals').min(0, 'Tax cannot be negative').max(5_000, 'Tax must be at most 50%');

/** Whole numbers all the way: a float would round some halves the wrong way. */
export function taxWithin(grossCents: number, basisPoints: number): number {
  const [part, whole] = [BigInt(grossCents) * BigInt(basisPoints), BigInt(10_000 + basisPoints)];
  const [down, rest] = [part / whole, part % whole];
  const isUp = rest * 2n > whole || (rest * 2n === whole && down % 2n === 1n);
  return Number(isUp ? down + 1n : down);
}

/** The tax of each line. Remainders that are equal go to the earlier line. */
export function taxOfLines(grossCents: readonly number[], basisPoints: number): number[] {
  const total = taxWithin(grossCents.reduce((sum, cents) => sum + cents, 0), basisPoints);
  const whole = 10_000 + basisPoints;
  const parts = grossCents.map((cents, line) => ({ line, tax: Math.floor((cents * basisPoints) / whole), rest: (cents * basisPoints) % whole }));
  let left = total - parts.reduce((sum, { tax }) => sum + tax, 0);
  for (const part of [...parts].sort((a, b) => b.rest - a.rest || a.line - b.line)) {
    if (left-- <= 0) break;
    part.tax += 1;
  }
  return parts.map(({ tax }) => tax);
}

/** The same where lines have rates of their own: those of one rate are taken together. */
export function taxOfRates(lines: readonly { cents: number; basisPoints: number }[]): number[] {
  const taxes: number[] = [];
  for (const rate of new Set(lines.map(({ basisPoints }) => basisPoints))) {
    const its = [...lines.entries()].filter(([, { basisPoints }]) => basisPoints === rate);
    taxOfLines(its.map(([, { cents }]) => cents), rate).forEach((tax, n) => (taxes[its[n]?.[0] as number] = tax));
  }
  return taxes;
}

/** What of a sale is tax, by rate, the highest first; what is taxed by nothing is left out. */
export function taxesOf({ taxBasisPoints: usual, lines }: { taxBasisPoints?: number | undefined; lines: readonly { taxBasisPoints?: number | undefined; taxCents?: number | undefined }[] }): { basisPoints: number; cents: number }[] {
  const taxes = new Map<number, number>();
  for (const { taxBasisPoints: basisPoints = usual, taxCents } of lines) if (basisPoints && taxCents !== undefined) taxes.set(basisPoints, (taxes.get(basisPoints) ?? 0) + taxCents);
  return [...taxes].sort(([one], [other]) => other - one).map(([basisPoints, cents]) => ({ basisPoints, cents }));
}

/** The tax in what is given back of a line, when `beforeCents` of it were given back already: parts add up to the whole line's tax. */
export function taxGivenBack(line: { totalCents: number; taxCents: number }, beforeCents: number, amountCents: number): number {
  const upTo = (cents: number): number => (line.totalCents === 0 ? 0 : Math.round((line.taxCents * cents) / line.totalCents));
  return upTo(beforeCents + amountCents) - upTo(beforeCents);
}

/** 825 → `8.25%`. */
export const formatTaxRate = (basisPoints: number): string => `${(basisPoints / 100).toFixed(2).replace(/\.?0+$/, '')}%`;
