import fc from 'fast-check';
import { formatTaxRate, taxGivenBack, taxesOf, taxOfLines, taxOfRates, taxWithin } from './tax.js';

describe('Tax that is included in a price', () => {
  it('is what is left when the net price is taken away', () => {
    expect([taxWithin(1_100, 1_000), taxWithin(275, 825), taxWithin(275, 0), taxWithin(0, 825)]).toEqual([100, 21, 0, 0]);
  });

  it('of half a cent goes to the even cent', () => expect([taxWithin(1, 10_000), taxWithin(3, 10_000), taxWithin(5, 10_000)]).toEqual([0, 2, 2]));

  it('of lines adds up to the tax of the purchase, and no line is off by more than a cent', () => {
    fc.assert(fc.property(fc.array(fc.nat(99_999), { maxLength: 12 }), fc.nat(5_000), (lines, rate) => {
      const taxes = taxOfLines(lines, rate);
      expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(taxWithin(lines.reduce((sum, cents) => sum + cents, 0), rate));
      for (const [n, tax] of taxes.entries()) expect(Math.abs(tax - taxWithin(lines[n] as number, rate))).toBeLessThanOrEqual(1);
    }));
  });

  it('of a cent that lines share goes to the larger remainder, and to the earlier line when they are equal', () => {
    expect(taxOfLines([12, 21], 1_000)).toEqual([1, 2]);
    expect(taxOfLines([16, 16], 1_000)).toEqual([2, 1]);
  });

  it('of goods at several rates is that of what has the same rate, and is told by rate', () => {
    const lines = [{ cents: 250, basisPoints: 1_900 }, { cents: 175, basisPoints: 700 }, { cents: 16, basisPoints: 1_900 }, { cents: 300, basisPoints: 0 }];
    const taxes = taxOfRates(lines);
    expect(taxes).toEqual([40, 11, 2, 0]);
    expect((taxes[0] as number) + (taxes[2] as number)).toBe(taxWithin(266, 1_900));
    expect(taxesOf({ taxBasisPoints: 1_900, lines: [{ taxCents: 40 }, { taxBasisPoints: 700, taxCents: 11 }, { taxCents: 2 }, { taxBasisPoints: 0, taxCents: 0 }] })).toEqual([{ basisPoints: 1_900, cents: 42 }, { basisPoints: 700, cents: 11 }]);
    expect(taxesOf({ lines: [{}, {}] })).toEqual([]);
  });

  it('of refunds adds up to the tax of the line, however it was given back', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 9 }), fc.nat(5_000), (parts, rate) => {
      const totalCents = parts.reduce((sum, part) => sum + part, 0);
      const line = { totalCents, taxCents: taxWithin(totalCents, rate) };
      let before = 0;
      let back = 0;
      for (const part of parts) {
        back += taxGivenBack(line, before, part);
        before += part;
      }
      expect(back).toBe(line.taxCents);
    }));
  });

  it('is written as people write it', () => expect([825, 1_000, 700, 50].map(formatTaxRate)).toEqual(['8.25%', '10%', '7%', '0.5%']));
});
