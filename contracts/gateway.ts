/** What the gateway itself answers: the public settings and the dashboard, put together from several services. */
import { z } from 'zod';
import { askedDay } from './day.js';
import { machineSummary } from './fleet.js';
import { signInWays } from './identity.js';
import { lookingBack, query } from './request.js';
import { salesSummary } from './sales.js';

export const publicSettings = query('gateway.publicSettings', 'anyone', 'What every screen needs to know first', z.object({}), z.object({
  /** Simulated machines are there to be tapped. */
  simulation: z.boolean(), readOnly: z.boolean(),
  /** The first is the one the sign-in page offers. */
  signIn: z.array(signInWays),
}));

export const dashboard = lookingBack(query('gateway.dashboard', 'sales.read', 'The dashboard', z.object({
  startDate: askedDay.optional(), endDate: askedDay.optional(), compare: z.enum(['none', 'previous']).default('none'),
}), z.object({
  today: z.object({ revenue: z.number(), transactions: z.number() }),
  weekStats: z.object({ revenue: z.number(), transactions: z.number() }),
  machines: machineSummary.output, alerts: z.object({ total: z.number(), high: z.number(), medium: z.number(), low: z.number() }),
  sales: salesSummary.output,
})));
export type Dashboard = z.infer<typeof dashboard.output>;

export const dashboardActivity = query('gateway.dashboardActivity', 'sales.read', 'What happened last, newest first: things sold and alerts raised', z.object({ limit: z.coerce.number().int().min(1).max(50).default(10) }), z.object({
  activity: z.array(z.object({
    what: z.enum(['sale', 'alert']), id: z.string(), at: z.string(), message: z.string(), machine: z.object({ machineId: z.string(), name: z.string() }),
    /** Of a sale. */
    amount: z.number().optional(), currency: z.string().optional(),
    /** Of an alert. */
    severity: z.string().optional(), isResolved: z.boolean().optional(),
  })),
}));
