import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allFacts, factTables } from './all-facts.js';

const samples = JSON.parse(readFileSync(join(__dirname, 'fact-samples.json'), 'utf8')) as Record<string, unknown[]>;

describe('Stored facts are promises', () => {
  it('keeps a sample of every fact shape, so no shape can be changed unseen', () => {
    expect(Object.keys(samples).sort()).toEqual(Object.keys(allFacts).sort());
  });

  it.each(Object.entries(samples))('still understands %s as it was stored', (name, stored) => {
    expect(stored.length).toBeGreaterThan(0);
    for (const data of stored) expect(allFacts[name]?.parse(data)).toEqual(data);
  });

  it('gives no two facts the same name', () => {
    const names = Object.values(factTables).flatMap((table) => Object.keys(table));
    expect(new Set(names).size).toBe(names.length);
  });
});
