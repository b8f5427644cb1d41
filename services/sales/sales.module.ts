/** Sales: what was sold, and what follows from it. */
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { DisputesController } from './disputes/disputes.controller.js';
import { disputeView } from './disputes/dispute-view.js';
import { Receipts } from './receipts/receipts.js';
import { ReceiptsController } from './receipts/receipts.controller.js';
import { receiptView } from './receipts/receipt-view.js';
import { AnalyticsController } from './sums/analytics.controller.js';
import { importView } from './imports/import-view.js';
import { Importing } from './imports/importing.js';
import { ImportsController } from './imports/imports.controller.js';
import { ProductSalesController } from './product-sales.controller.js';
import { hearingOurselves } from './own-facts.js';
import { hourDayView } from './sums/hour-days.js';
import { KeptReportsController } from './kept-reports/kept-reports.controller.js';
import { latelyView } from './sums/lately.js';
import { productSumView } from './sums/product-sums.js';
import { saleDayView } from './sums/sale-days.js';
import { saleTotalView } from './sums/sale-totals.js';
import { taxDayView } from './sums/tax-days.js';
import { MonthLettersController } from './month-letters/month-letters.controller.js';
import { monthLetterDeadlines } from './month-letters/month-letters.js';
import { PurchasesController } from './purchases.controller.js';
import { recordPaid } from './record-paid.js';
import { machineDayView, productDayView, refundView, saleView } from './sale-views.js';
import { SalesController } from './sales.controller.js';

@Module({ controllers: [SalesController, PurchasesController, AnalyticsController, ProductSalesController, ImportsController, ReceiptsController, DisputesController, MonthLettersController, KeptReportsController], providers: [Importing, Receipts] })
export class SalesModule {
  constructor(kit: Kit) {
    kit.add({ name: 'sales', categories: ['sale', 'import', 'dispute', 'receipt', 'monthletter'], projections: [saleView, refundView, saleDayView, machineDayView, productDayView, productSumView, saleTotalView, taxDayView, hourDayView, latelyView, receiptView, disputeView, importView], reactions: [recordPaid(kit), hearingOurselves(kit)], deadlines: monthLetterDeadlines(kit) });
  }
}
