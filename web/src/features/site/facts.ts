/** Figures of the product that the public pages speak of; a spec keeps them equal to the contracts, whose schemas these pages do not load. */
export const LOW_STOCK_PERCENT = 20;
export const OFFLINE_SECONDS = 60;
export const MAINTENANCE_DAYS = 90;
/** How long a claim code is good. */
export const SETUP_HOURS = 24;
/** As large a file of sales may be. */
export const IMPORT_MB = 20;
