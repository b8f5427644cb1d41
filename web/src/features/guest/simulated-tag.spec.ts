import { simulatedTag } from './simulated-tag.js';

describe('a simulated tag', () => {
  it.each([[0, 'VM-001-001'], [41, 'VM-001-042'], [998, 'VM-001-999'], [999, 'VM-001-001'], [4294967295, 'VM-001-562']])('for a roll of %i is %s', (roll, tag) => {
    expect(simulatedTag('VM-001', roll)).toBe(tag);
  });
});
