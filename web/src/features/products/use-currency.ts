/** The organization's currency, in which its products have their prices. */
import { useAccountQuery } from '../../lib/session/session-api.js';

/** What ISO 4217 calls no currency: amounts stand there as ¤2.50. In dollars they would be another price until the answer comes, and for good where it does not. */
export const NO_CURRENCY = 'XXX';

export const useCurrency = (): string => useAccountQuery().data?.account.currency ?? NO_CURRENCY;
