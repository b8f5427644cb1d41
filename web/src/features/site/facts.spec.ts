import { MAINTENANCE_DAYS as DUE_AFTER_DAYS } from '@larder/contracts/alert-rules.js';
import { LOW_STOCK_PERCENT as LOW_AT, OFFLINE_AFTER_SECONDS } from '@larder/contracts/fleet.js';
import { MOST_IMPORT_CHARACTERS } from '@larder/contracts/sales.js';
import { SETUP_HOURS as CODE_HOURS } from '@larder/contracts/fleet/setup.js';
import { IMPORT_MB, LOW_STOCK_PERCENT, MAINTENANCE_DAYS, OFFLINE_SECONDS, SETUP_HOURS } from './facts.js';

it('the public pages promise what the product does', () => {
  expect([LOW_STOCK_PERCENT, OFFLINE_SECONDS, MAINTENANCE_DAYS, SETUP_HOURS, IMPORT_MB * 1_000_000]).toEqual([LOW_AT, OFFLINE_AFTER_SECONDS, DUE_AFTER_DAYS, CODE_HOURS, MOST_IMPORT_CHARACTERS]);
});
