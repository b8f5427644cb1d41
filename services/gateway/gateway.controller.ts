/** What the gateway answers itself. */
import { Controller } from '@nestjs/common';
import { alertStats, listAlerts } from '@larder/contracts/alerts.js';
import type { SignInWay } from '@larder/contracts/identity.js';
import { machineSummary } from '@larder/contracts/fleet.js';
import { dashboard, dashboardActivity, publicSettings, type Dashboard } from '@larder/contracts/gateway.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { listSales, salesSummary } from '@larder/contracts/sales.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { waysIn } from './callers/ways-in.js';

@Controller()
export class GatewayController {
  private readonly ways: SignInWay[];

  constructor(private readonly kit: Kit) {
    this.ways = waysIn(kit.settings);
  }

  @Answers(publicSettings)
  async settings(): Promise<Out<typeof publicSettings>> {
    const { DEMO, READ_ONLY } = this.kit.settings;
    return { simulation: DEMO === true, readOnly: READ_ONLY, signIn: this.ways };
  }

  /** Of alerts those that are open only: of all there ever were, which are many after some years, it shows nothing. */
  @Answers(dashboard)
  async dashboard(period: In<typeof dashboard>, asked: Asked): Promise<Dashboard | Refusal> {
    const [sales, machines, alerts] = await Promise.all([this.kit.ask(salesSummary, period, asked), this.kit.ask(machineSummary, {}, asked), this.kit.ask(alertStats, { isResolved: false, snoozed: false }, asked)]);
    if (isRefusal(sales)) return sales;
    if (isRefusal(machines)) return machines;
    if (isRefusal(alerts)) return alerts;
    const { today, week } = sales;
    const { high, medium, low } = alerts.bySeverity;
    return {
      today: { revenue: today.revenue, transactions: today.transactions }, weekStats: { revenue: week.revenue, transactions: week.transactions }, machines,
      alerts: { total: alerts.unresolved, high: high.unresolved, medium: medium.unresolved, low: low.unresolved }, sales,
    };
  }

  @Answers(dashboardActivity)
  async activity({ limit }: In<typeof dashboardActivity>, asked: Asked): Promise<Out<typeof dashboardActivity> | Refusal> {
    const [sold, raised] = await Promise.all([this.kit.ask(listSales, { limit }, asked), this.kit.ask(listAlerts, { limit }, asked)]);
    if (isRefusal(sold)) return sold;
    if (isRefusal(raised)) return raised;
    const sales = sold.sales.map(({ id, timestamp: at, product, quantity, machine, totalAmount: amount, currency }) => ({ what: 'sale' as const, id, at, message: `${quantity} × ${product.name}`, machine, amount, currency }));
    const alerts = raised.alerts.map(({ _id: id, createdAt: at, message, severity, isResolved, machine: { machineId, name } }) => ({ what: 'alert' as const, id, at, message, machine: { machineId, name }, severity, isResolved }));
    return { activity: [...sales, ...alerts].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, limit) };
  }
}
