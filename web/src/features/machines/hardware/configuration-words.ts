/** What a machine's configuration is called. Pure. */
import type { ConfigurationView } from '@larder/contracts/device.js';

export const configurationWords: Record<ConfigurationView['state'], { label: string; pill: 'plain' | 'info' | 'good' | 'medium' }> = {
  none: { label: 'Its own', pill: 'plain' }, waiting: { label: 'Waiting for the machine', pill: 'medium' }, sent: { label: 'Sent, not confirmed', pill: 'info' }, confirmed: { label: 'Confirmed', pill: 'good' },
};

export const configurationText = ({ duty, lockAboveC }: Pick<ConfigurationView, 'duty' | 'lockAboveC'>): string =>
  `${duty === 'sell' ? 'Serves guests' : 'Serves no guests'}, locks above ${lockAboveC === null ? 'its own limit' : `${lockAboveC} °C`}`;

/** null for nothing entered. */
export const limitOf = (entered: string): number | null => (entered.trim() === '' ? null : Number(entered));

export const limitProblem = ({ limit }: { limit: string }): { limit?: string } => {
  const degrees = limitOf(limit);
  return degrees === null || (Number.isInteger(degrees) && degrees >= 0 && degrees <= 60) ? {} : { limit: 'Please enter a whole number from 0 to 60, or nothing' };
};
