/** The organization's time zone, by which alerts tell their times; undefined while it is not known. */
import { useAccountQuery } from '../../lib/session/session-api.js';

export const useZone = (): string | undefined => useAccountQuery().data?.account.timeZone;
