/** How full a plan is, in words and in a colour. */
import { UNLIMITED } from '@larder/contracts/identity/price-list.js';
import { formatNumber, plural } from '../../lib/format.js';

type UsageTone = 'green' | 'yellow' | 'red';
export interface Usage {
  text: string;
  tone: UsageTone;
  /** Of the bar, at most 100. */
  percent: number;
}

/** Under 75 % green, 75 to under 90 yellow, 90 and over red. */
export function usageOf({ current, limit }: { current: number; limit: number }): Usage {
  if (limit === UNLIMITED) return { text: `${formatNumber(current)} / unlimited`, tone: 'green', percent: 0 };
  const percent = limit > 0 ? (current / limit) * 100 : current > 0 ? 100 : 0;
  const tone = percent >= 90 ? 'red' : percent >= 75 ? 'yellow' : 'green';
  return { text: `${formatNumber(current)} / ${formatNumber(limit)}`, tone, percent: Math.min(percent, 100) };
}

const names = { machines: 'machine', users: 'team member', transactions: 'transaction' } as const;
type Meters = Record<keyof typeof names, { current: number; limit: number }>;

/** What using more than is included means: as far as the plan has room nothing changes; machines beyond that go on selling, and can only be looked at. */
export const overPlanText = (machines: number, room: number): string =>
  room !== UNLIMITED && machines > room
    ? `Your plan has room for ${formatNumber(room)} of your ${formatNumber(machines)} machines. The newest ones go on selling, and can be looked at, not changed.`
    : 'Everything keeps working, and guests are never turned away.';

/** A sentence for each meter from 75 % on, for those who do not see its colour. */
export function warningsOf(meters: Meters, planName: string): string[] {
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((name) => {
    const { current, limit } = meters[name];
    const { tone } = usageOf(meters[name]);
    if (tone === 'green') return [];
    const of = `${formatNumber(current)} of ${plural(limit, names[name])}`;
    return [`You use ${of}${current > limit ? `, more than ${planName} includes` : current === limit ? `, all that ${planName} includes` : ''}.`];
  });
}
