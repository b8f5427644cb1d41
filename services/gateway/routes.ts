/** Every call of the HTTP API that is one question to one service: method, path, contract. The server, the API page and the tests read this table. */
import { issueApiKey, listApiKeys, revokeApiKey } from '@larder/contracts/identity/api-keys.js';
import { getAlertRules, setAlertRules } from '@larder/contracts/alert-rules.js';
import { acknowledgeAlert, alertStats, assignAlert, getAlert, listAlerts, reopenAlert, resolveAlert, returnAlert, snoozeAlert } from '@larder/contracts/alerts.js';
import { machinePerformance, salesHours, salesOverview, salesTrends, taxRates, topProducts } from '@larder/contracts/sales/analytics.js';
import { exportSales } from '@larder/contracts/sales/exports.js';
import {
  billingPage, cancelSubscription, changePaymentMethod, choosePlan, listInvoices, openPortal, previewPlan, refreshSubscription, resumeSubscription, settleBillingPage, upgradeSubscription,
} from '@larder/contracts/identity/billing.js';
import { blackBox, evidence, getPurchase } from '@larder/contracts/vending/black-box.js';
import { addProduct, changeProduct, deleteProduct, getProduct, listCategories, listProducts, productHistory, restoreProduct } from '@larder/contracts/catalog.js';
import { changeMachine, deleteMachine, getInventory, getMachine, listMachines, listOpenMachines, locateMachine, machineSummary, machineTimeline, registerMachine, setMachineMode, taxMachine } from '@larder/contracts/fleet.js';
import { adjustSlot, clearSlot, layOutSlots, priceSlot, restockMachine, stockSlot } from '@larder/contracts/fleet/slots.js';
import { getDevicePrices } from '@larder/contracts/device/device-prices.js';
import { configureDevice, controlDevice, getConfiguration, listOrders, listUnread, renewCredential } from '@larder/contracts/device.js';
import { dashboard, dashboardActivity, publicSettings } from '@larder/contracts/gateway.js';
import { accountContext, accountUsage, changeEmail, changeProfile, confirmEmail, endSession, forgetMe, listSessions, makeRecoveryCodes, profile, refreshSignIn, resendVerification, signIn, signOut, signOutEverywhere, takeBackEmail, verifyByLink } from '@larder/contracts/identity.js';
import {
  acceptInvitation, changeAccount, changeRole, currentSubscription, demandNewPassword, foundOrganization, invitationOf, inviteMember, joinByInvitation, listMembers, listPlans,
  removeMember, renewInvitation, resetSecondFactor, revokeInvitation, subscription,
} from '@larder/contracts/identity/organization.js';
import { captureLead } from '@larder/contracts/identity/leads.js';
import { approveDispute, declineDispute, listDisputes, openDispute } from '@larder/contracts/vending/disputes.js';
import { listPayouts } from '@larder/contracts/vending/payouts.js';
import { exportProducts, getProductImport, importProducts, storeImage } from '@larder/contracts/product-files.js';
import { dropReport, keepReport, keptReports } from '@larder/contracts/sales/kept-reports.js';
import { monthLetter, setMonthLetter } from '@larder/contracts/sales/month-letters.js';
import { customReport } from '@larder/contracts/sales/reports.js';
import { dropSingleSignOn, organizationEntry, setSingleSignOn, singleSignOn } from '@larder/contracts/identity/single-sign-on.js';
import { salesLosses } from '@larder/contracts/sales/losses.js';
import { machinePace } from '@larder/contracts/fleet/pace.js';
import { productMachines, productSales } from '@larder/contracts/sales/product-sales.js';
import { checkHardware, getHardware } from '@larder/contracts/device/hardware.js';
import { getReceipt, mailReceipt } from '@larder/contracts/vending/receipts.js';
import type { Contract } from '@larder/contracts/request.js';
import { getImport, listImports, listSales, refundSale, salesSummary, startImport } from '@larder/contracts/sales.js';
import { addSetupProfile, claimSetup, deleteSetupProfile, listSetupProfiles, renewSetupCode } from '@larder/contracts/fleet/setup.js';
import { cancelSession, completeSession, findSession, getSession, localCheckout, removeItem, returnItem, settleLocalCheckout, startPayment, startSession, visitOffers } from '@larder/contracts/vending.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export interface Route {
  method: Method;
  /** `:name` parts become fields of the input, as do the query and the body; the path wins. */
  path: string;
  contract: Contract;
  /** The field of the input that the whole body becomes, where it is not merged. */
  bodyAs?: string;
}

const own = '/api/cognito-auth';
const admin = '/api/admin';
const auth = '/api/auth';
const team = `${auth}/organization/members`;
const route = (method: Method, path: string, contract: Contract, bodyAs?: string): Route => ({ method, path, contract, bodyAs });

/** What is about the caller's own sign-in: which one that is (`familyId`) says the token, not the request. */
export const ABOUT_THIS_SIGN_IN: ReadonlySet<Contract> = new Set<Contract>([signOut, listSessions, profile]);

export const routes: readonly Route[] = [
  route('GET', '/api/settings', publicSettings),
  route('POST', '/api/marketing/lead-capture', captureLead),

  route('POST', `${own}/auth`, signIn),
  route('POST', `${own}/refresh`, refreshSignIn),
  route('POST', `${own}/logout`, signOut),
  route('GET', `${own}/profile`, profile),
  route('PUT', `${own}/profile`, changeProfile),
  route('DELETE', `${own}/profile`, forgetMe),
  route('POST', `${own}/profile/recovery-codes`, makeRecoveryCodes),
  route('POST', `${own}/profile/email`, changeEmail),
  route('POST', `${own}/profile/email/confirm`, confirmEmail),
  route('GET', `${auth}/sessions`, listSessions),
  route('DELETE', `${auth}/sessions/:id`, endSession),
  route('POST', `${auth}/sign-out-everywhere`, signOutEverywhere),
  route('POST', `${auth}/resend-verification`, resendVerification),
  route('POST', `${auth}/verify-email`, verifyByLink),
  route('POST', `${auth}/take-back-address`, takeBackEmail),

  route('GET', `${own}/account`, accountContext),
  route('PUT', `${own}/account`, changeAccount),
  route('POST', `${own}/account`, foundOrganization),
  route('GET', `${own}/account/api-keys`, listApiKeys),
  route('POST', `${own}/account/api-keys`, issueApiKey),
  route('DELETE', `${own}/account/api-keys/:keyId`, revokeApiKey),
  route('GET', `${own}/account/single-sign-on`, singleSignOn),
  route('PUT', `${own}/account/single-sign-on`, setSingleSignOn),
  route('DELETE', `${own}/account/single-sign-on`, dropSingleSignOn),
  route('GET', `${auth}/organization-entry/:slug`, organizationEntry),
  route('GET', `${own}/account/members`, listMembers),
  route('POST', `${own}/account/members/invite`, inviteMember),
  route('PUT', `${team}/:userId`, changeRole),
  route('DELETE', `${team}/:userId`, removeMember),
  route('POST', `${team}/:userId/resend-invitation`, renewInvitation),
  route('POST', `${team}/:userId/demand-new-password`, demandNewPassword),
  route('POST', `${team}/:userId/reset-second-factor`, resetSecondFactor),
  route('DELETE', `${auth}/organization/invitations/:userId`, revokeInvitation),
  route('GET', `${auth}/invitations/:token`, invitationOf),
  route('POST', `${auth}/invitations/:token`, joinByInvitation),
  route('POST', `${auth}/invitations/:token/accept`, acceptInvitation),
  route('GET', `${auth}/organization/usage`, accountUsage),
  route('GET', `${admin}/account/usage`, accountUsage),
  route('GET', `${own}/subscription`, subscription),
  route('GET', `${own}/subscription/plans`, listPlans),
  route('GET', '/api/subscription/current', currentSubscription),
  route('GET', `${auth}/subscription/preview`, previewPlan),
  route('GET', `${auth}/subscription/invoices`, listInvoices),
  route('POST', `${auth}/subscription/upgrade`, upgradeSubscription),
  route('PUT', '/api/subscription/upgrade', choosePlan),
  route('POST', `${auth}/subscription/cancel`, cancelSubscription),
  route('DELETE', '/api/subscription/cancel', cancelSubscription),
  route('POST', `${auth}/subscription/resume`, resumeSubscription),
  route('POST', `${auth}/subscription/refresh`, refreshSubscription),
  route('POST', `${auth}/subscription/payment-method`, changePaymentMethod),
  route('POST', `${auth}/organization/subscription/portal`, openPortal),
  route('GET', '/api/billing/pages/:pageRef', billingPage),
  route('POST', '/api/billing/pages/:pageRef', settleBillingPage),

  route('GET', `${own}/dashboard`, dashboard),
  route('GET', `${own}/dashboard/activity`, dashboardActivity),
  route('GET', `${own}/machines`, listMachines),
  route('POST', `${own}/machines`, registerMachine),
  route('GET', `${own}/machine-summary`, machineSummary),
  route('GET', `${own}/machine-pace`, machinePace),
  route('GET', `${own}/machines/:id`, getMachine),
  route('PUT', `${own}/machines/:id`, changeMachine),
  route('DELETE', `${own}/machines/:id`, deleteMachine),
  route('PUT', `${own}/machines/:id/location`, locateMachine),
  route('GET', `${own}/machines/:id/timeline`, machineTimeline),
  route('POST', `${own}/machines/:id/credential`, renewCredential),
  route('PUT', `${own}/machines/:id/status`, setMachineMode),
  route('PUT', `${own}/machines/:id/tax`, taxMachine),
  route('GET', `${own}/machines/:id/inventory`, getInventory),
  route('POST', `${own}/machines/:id/inventory`, stockSlot),
  route('POST', `${own}/machines/:id/restock`, restockMachine),
  route('POST', `${own}/machines/:id/planogram`, layOutSlots),
  route('POST', `${own}/machines/:id/inventory/:slot/adjust`, adjustSlot),
  route('PUT', `${own}/machines/:id/inventory/:slot/price`, priceSlot),
  route('DELETE', `${own}/machines/:id/inventory/:slot`, clearSlot),

  route('GET', `${own}/setup-profiles`, listSetupProfiles),
  route('POST', `${own}/setup-profiles`, addSetupProfile),
  route('POST', `${own}/setup-profiles/:id/claim-code`, renewSetupCode),
  route('DELETE', `${own}/setup-profiles/:id`, deleteSetupProfile),
  route('POST', '/api/hardware/claim', claimSetup),
  route('POST', '/api/hardware/status', checkHardware),
  route('GET', '/api/hardware/status/:id', getHardware),
  route('POST', '/api/hardware/control', controlDevice),
  route('GET', '/api/hardware/control/:machineId', listOrders),
  route('GET', '/api/hardware/unread/:machineId', listUnread),
  route('GET', '/api/hardware/configuration/:machineId', getConfiguration),
  route('PUT', '/api/hardware/configuration/:machineId', configureDevice),
  route('GET', '/api/hardware/prices/:machineId', getDevicePrices),

  route('GET', `${own}/products`, listProducts),
  route('GET', `${own}/products/categories`, listCategories),
  route('GET', `${own}/products/export`, exportProducts),
  route('POST', `${own}/products/import`, importProducts),
  route('GET', `${own}/products/import/:importId`, getProductImport),
  route('POST', `${own}/products/images`, storeImage),
  route('POST', `${own}/products`, addProduct),
  route('GET', `${own}/products/:id`, getProduct),
  route('PUT', `${own}/products/:id`, changeProduct, 'product'),
  route('DELETE', `${own}/products/:id`, deleteProduct),
  route('POST', `${own}/products/:id/restore`, restoreProduct),
  route('GET', `${own}/products/:id/history`, productHistory),
  route('GET', `${own}/products/:id/sales`, productSales),
  route('GET', `${own}/products/:id/machines`, productMachines),

  route('GET', `${admin}/sales`, listSales),
  route('GET', `${admin}/sales/comparison`, salesSummary),
  route('GET', `${admin}/sales/overview`, salesOverview),
  route('GET', `${admin}/sales/trends`, salesTrends),
  route('GET', `${admin}/sales/products`, topProducts),
  route('GET', `${admin}/sales/machines`, machinePerformance),
  route('GET', `${admin}/sales/taxes`, taxRates),
  route('GET', `${admin}/sales/hours`, salesHours),
  route('GET', `${admin}/sales/losses`, salesLosses),
  route('GET', `${admin}/sales/report`, customReport),
  route('GET', `${admin}/sales/reports`, keptReports),
  route('POST', `${admin}/sales/reports`, keepReport),
  route('DELETE', `${admin}/sales/reports/:reportId`, dropReport),
  route('GET', `${admin}/sales/export`, exportSales),
  route('GET', `${admin}/sales/month-letter`, monthLetter),
  route('PUT', `${admin}/sales/month-letter`, setMonthLetter),
  route('GET', `${admin}/sales/payouts`, listPayouts),
  route('GET', `${admin}/sales/disputes`, listDisputes),
  route('POST', `${admin}/sales/disputes/:id/approve`, approveDispute),
  route('POST', `${admin}/sales/disputes/:id/decline`, declineDispute),
  route('GET', `${admin}/sales/:id`, getPurchase),
  route('GET', `${admin}/sales/:id/timeline`, blackBox),
  route('GET', `${admin}/sales/:id/evidence`, evidence),
  route('POST', `${admin}/sales/:id/refund`, refundSale),
  route('GET', `${admin}/sales/import`, listImports),
  route('POST', `${admin}/sales/import`, startImport),
  route('GET', `${admin}/sales/import/:importId`, getImport),
  route('GET', `${admin}/dashboard/alerts`, listAlerts),
  route('GET', `${admin}/dashboard/alerts/stats`, alertStats),
  route('GET', `${admin}/dashboard/alerts/:id`, getAlert),
  route('POST', `${admin}/dashboard/alerts/:id/resolve`, resolveAlert),
  route('POST', `${admin}/dashboard/alerts/:id/reopen`, reopenAlert),
  route('POST', `${admin}/dashboard/alerts/:id/acknowledge`, acknowledgeAlert),
  route('POST', `${admin}/dashboard/alerts/:id/assign`, assignAlert),
  route('POST', `${admin}/dashboard/alerts/:id/snooze`, snoozeAlert),
  route('POST', `${admin}/dashboard/alerts/:id/return`, returnAlert),
  route('GET', `${admin}/alert-rules`, getAlertRules),
  route('PUT', `${admin}/alert-rules`, setAlertRules),

  ...guest('/api/vend'),
  // As the specification has them: the pages of the guest flow have the same addresses, so under /api nothing collides.
  ...guest('/vend'),
];

function guest(at: string): Route[] {
  return [
    route('GET', `${at}/machines`, listOpenMachines),
    route('POST', `${at}/start`, startSession),
    route('GET', `${at}/session/lookup`, findSession),
    route('GET', `${at}/session/:sessionId`, getSession),
    route('GET', `${at}/session/:sessionId/offers`, visitOffers),
    route('DELETE', `${at}/session/:sessionId`, cancelSession),
    route('POST', `${at}/session/:sessionId/pay`, startPayment),
    route('PUT', `${at}/session/:sessionId/item-removed`, removeItem),
    route('PUT', `${at}/session/:sessionId/item-returned`, returnItem),
    route('POST', `${at}/session/:sessionId/complete`, completeSession),
    route('GET', `${at}/receipt/:token`, getReceipt),
    route('POST', `${at}/receipt/:token/mail`, mailReceipt),
    route('POST', `${at}/receipt/:token/dispute`, openDispute),
    route('GET', `${at}/checkout/:checkoutId`, localCheckout),
    route('POST', `${at}/checkout/:checkoutId`, settleLocalCheckout),
  ];
}

/** Bodies larger than the usual 256 kB are read on these paths only. */
export const largeBodies = new Map([[`${admin}/sales/import`, 25 * 1024 * 1024], [`${own}/products/import`, 8 * 1024 * 1024], [`${own}/products/images`, 2 * 1024 * 1024]]);
