/** The organization's currency, in which its products have their prices. */
import { useAccountQuery } from '../../lib/session/session-api.js';

/** What ISO 4217 calls no currency. In dollars amounts would be other ones where nobody can say which currency they are in. */
export const NO_CURRENCY = 'XXX';

export const useCurrency = (): string => useAccountQuery().data?.account.currency ?? NO_CURRENCY;

/** Whether it is on its way: a screen of amounts comes with it, as another sign would move what stands beside them. */
export const useIsCurrencyComing = (): boolean => useAccountQuery().isLoading;
