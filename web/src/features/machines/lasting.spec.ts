import type { Pace } from '@larder/contracts/fleet/pace.js';
import { lastsText, sellsText } from './lasting.js';

it.each([
  [0.4, 'lasts less than a day'], [1, 'lasts about 1 day'], [2.6, 'lasts about 3 days'], [28, 'lasts about 28 days'], [28.1, 'lasts more than 4 weeks'],
  [0, undefined], [Infinity, undefined], [undefined, undefined],
])('what is there for %s days: %s', (days, text) => expect(lastsText(days)).toBe(text));

it.each([
  [28, 28, 'sells about 1 a day'], [35, 14, 'sells about 2.5 a day'], [20, 21, 'sells about 1 a day'], [400, 28, 'sells about 14 a day'], [10, 28, 'sells about 3 a week'], [4, 28, 'sells about 1 a week'], [2, 28, 'sells less than one a week'],
  [0, 20.9, 'none sold in 20 days'], [0, 3, undefined], [1, 5, undefined],
])('of %i sold in %s days it is said: %s', (units, days, text) => expect(sellsText({ machineId: 'VM-001', productId: 'cola', units, days } satisfies Pace)).toBe(text));

it('nothing is said of a pace that is not known', () => expect(sellsText(undefined)).toBeUndefined());
