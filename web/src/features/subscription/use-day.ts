/** Days as the organization on the screen counts them. */
import { useAccountQuery } from '../../lib/session/session-api.js';
import { dayIn } from './day-in.js';

export function useDay(): (iso: string) => string {
  const { data } = useAccountQuery();
  return (iso) => dayIn(data?.account.timeZone ?? 'UTC', iso);
}
