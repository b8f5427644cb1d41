/** The currencies an organization can count in: all have two decimals, as the API's amounts have, and units of which 200 are enough to be held for a visit. By themselves, for pages that load little. */
export const currencies = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'DKK', 'NOK', 'SEK', 'PLN', 'RON', 'ILS', 'AED', 'MYR', 'BRL'] as const;
