/** Sales: what was sold, and what follows from it. */
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { AnalyticsController } from './sums/analytics.controller.js';
import { Importing } from './imports/importing.js';
import { ImportsController } from './imports/imports.controller.js';
import { ProductSalesController } from './product-sales.controller.js';
import { productSumView } from './sums/product-sums.js';
import { saleDayView } from './sums/sale-days.js';
import { PurchasesController } from './purchases.controller.js';
import { recordPaid } from './record-paid.js';
import { machineDayView, machineRevenueView, productDayView, refundView, saleView } from './sale-views.js';
import { SalesController } from './sales.controller.js';

@Module({ controllers: [SalesController, PurchasesController, AnalyticsController, ProductSalesController, ImportsController], providers: [Importing] })
export class SalesModule {
  constructor(kit: Kit) {
    kit.add({ name: 'sales', categories: ['sale', 'import'], projections: [saleView, refundView, saleDayView, machineDayView, productDayView, productSumView, machineRevenueView], reactions: [recordPaid(kit)] });
  }
}
