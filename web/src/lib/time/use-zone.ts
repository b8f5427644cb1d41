/** The organization's time zone, by which screens that span machines tell their times; undefined while it is not known. */
import { useAccountQuery } from '../session/session-api.js';

export const useZone = (): string | undefined => useAccountQuery().data?.account.timeZone;
