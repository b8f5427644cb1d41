/** The organization's currency, in which its products have their prices. */
import { useAccountQuery } from '../../lib/session/session-api.js';

export const useCurrency = (): string => useAccountQuery().data?.account.currency ?? 'USD';
