/** Whether a figure is good news. */
import { formatPercentage } from '../../lib/format.js';
import type { Trend } from '../../ui/stat-card.js';

/** 80 % of the machines online is good, half of them is so-so. Rounded, but 0 % are none of them and 100 % all. */
export function machinesTrend(online: number, total: number): Trend | undefined {
  if (total === 0) return undefined;
  const share = online / total;
  const percent = online === 0 || online === total ? share * 100 : Math.min(99, Math.max(1, Math.round(share * 100)));
  return { direction: share >= 0.8 ? 'increase' : share >= 0.5 ? 'neutral' : 'decrease', text: `${percent}% online` };
}

export function alertsTrend({ high, medium }: { high: number; medium: number }): Trend {
  if (high > 0) return { direction: 'decrease', text: `${high} high` };
  if (medium > 0) return { direction: 'neutral', text: `${medium} medium` };
  return { direction: 'increase', text: '0 high' };
}

/** Against the period before; '—' when that had nothing to compare with. */
export function growthTrend(now: number, before: number): Trend {
  if (before <= 0) return { direction: 'none', text: '— vs previous period' };
  const percent = Math.round(((now - before) / before) * 1000) / 10;
  const text = `${percent > 0 ? '+' : ''}${formatPercentage(percent)} vs previous period`;
  return { direction: percent > 0 ? 'increase' : percent < 0 ? 'decrease' : 'neutral', text };
}
