/** Plans as requests and facts name them. The catalogue is in price-list.ts. */
import { z } from 'zod';
import { allFeatures, planIds, subscriptionStatuses } from './price-list.js';

export { fits, graceEnd, planAllows, planOf, plans, standing, TRIAL_DAYS, UNLIMITED, type Feature, type Limits, type Plan, type PlanId, type Subscription, type SubscriptionStatus } from './price-list.js';

export const planId = z.enum(planIds);
export const feature = z.enum(allFeatures);
export const subscriptionStatus = z.enum(subscriptionStatuses);
