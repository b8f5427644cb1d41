/** Which address shows which screen. Screens are loaded when they are first wanted. */
import type { Permission } from '@larder/contracts/roles.js';
import { useEffect } from 'react';
import { createBrowserRouter, Navigate, useLocation, type RouteObject } from 'react-router';
import { paths } from '../lib/paths.js';
import { asOfSearch } from '../lib/time/as-of.js';
import { useAsOf } from '../lib/time/use-as-of.js';
import { Loading } from '../ui/loading.js';
import { SomethingWrong } from '../ui/full-notes.js';
import { Protected, type RouteHandle } from './layout.js';

const login = () => import('../features/sign-in/login-page.js');
const register = () => import('../features/sign-up/register-page.js');

/** Who lacks the permission is told so, whatever the server would answer. */
const needs = (permission: Permission): { handle: RouteHandle } => ({ handle: { permission } });
/** As {@link needs}; shown as of any moment that has been, too. */
const looksBack = (permission: Permission): { handle: RouteHandle } => ({ handle: { permission, looksBack: true } });
const personal: { handle: RouteHandle } = { handle: { personal: true } };

/** The public pages are an application of their own, so the browser loads it. */
function PublicPages() {
  useEffect(() => location.replace(paths.home), []);
  return null;
}

/** Addresses from before there was an operator area under /app. */
function Legacy() {
  const { pathname, search } = useLocation();
  return <Navigate to={paths.app + pathname + search} replace />;
}
/** `/inventory?product=…`: the machines that hold a product. */
function Inventory() {
  const productId = new URLSearchParams(useLocation().search).get('product');
  const { asOf } = useAsOf();
  return <Navigate to={productId ? { pathname: paths.product(productId), search: asOfSearch(asOf), hash: 'machines' } : paths.machines} replace />;
}
const legacy: RouteObject[] = ['dashboard', 'machines', 'machines/:machineId', 'sales', 'alerts', 'organization', 'subscription', 'profile', 'products', 'products/:productId', 'analytics'].map((path) => ({ path, element: <Legacy /> }));

export const router = createBrowserRouter([
  {
    path: paths.home,
    errorElement: <SomethingWrong />,
    hydrateFallbackElement: <main className="full-note"><Loading /></main>,
    children: [
      { index: true, element: <PublicPages /> },
      { path: 'login', lazy: login },
      { path: 'auth/login', lazy: login },
      { path: 'register', lazy: register },
      { path: 'auth/register', lazy: register },
      { path: 'registration-success', lazy: () => import('../features/sign-up/success-page.js') },
      { path: 'email-verification', lazy: () => import('../features/sign-up/verification-page.js') },
      { path: 'forgot-password', lazy: () => import('../features/sign-in/forgot-page.js') },
      { path: 'billing/:pageRef', lazy: () => import('../features/subscription/provider-page.js') },
      { path: 'auth/callback', lazy: () => import('../features/sign-in/callback-page.js') },
      {
        path: 'app',
        element: <Protected />,
        // A screen that cannot be loaded leaves the menu there.
        children: [{ errorElement: <SomethingWrong />, children: [
          { index: true, element: <Navigate to={paths.dashboard} replace /> },
          { path: 'dashboard', lazy: () => import('../features/dashboard/dashboard-page.js'), ...looksBack('sales.read') },
          { path: 'machines', lazy: () => import('../features/machines/machines-page.js'), ...needs('machines.read') },
          { path: 'machines/:machineId', lazy: () => import('../features/machines/detail/machine-page.js'), ...looksBack('machines.read') },
          { path: 'machines/:machineId/sign', lazy: () => import('../features/machines/sign/sign-page.js'), ...needs('machines.read') },
          { path: 'restock', lazy: () => import('../features/machines/restock/restock-page.js'), ...needs('machines.read') },
          // Admins and owners: that is who may delete products.
          { path: 'products', lazy: () => import('../features/products/products-page.js'), ...looksBack('products.delete') },
          { path: 'products/:productId', lazy: () => import('../features/products/detail/product-page.js'), ...looksBack('products.delete') },
          { path: 'sales', lazy: () => import('../features/sales/sales-page.js'), ...needs('sales.read') },
          { path: 'sales/disputes', lazy: () => import('../features/sales/disputes/disputes-page.js'), ...needs('sales.read') },
          { path: 'sales/payouts', lazy: () => import('../features/sales/payouts/payouts-page.js'), ...needs('billing.view') },
          { path: 'sales/:saleId', lazy: () => import('../features/sales/purchase-page.js'), ...needs('sales.read') },
          { path: 'analytics', lazy: () => import('../features/analytics/analytics-page.js'), ...needs('analytics.export') },
          { path: 'alerts', lazy: () => import('../features/alerts/alerts-page.js'), ...needs('alerts.read') },
          { path: 'organization', lazy: () => import('../features/organization/organization-page.js'), ...needs('account.read') },
          { path: 'team', lazy: () => import('../features/team/team-page.js'), ...needs('users.invite') },
          { path: 'subscription', lazy: () => import('../features/subscription/subscription-page.js'), ...needs('account.read') },
          { path: 'subscription/invoices/:invoiceId', lazy: () => import('../features/subscription/invoices/invoice-page.js'), ...needs('billing.view') },
          { path: 'profile', lazy: () => import('../features/profile/profile-page.js'), ...personal },
        ] }],
      },
      ...legacy,
      { path: 'inventory', element: <Inventory /> },
      { path: '*', element: <PublicPages /> },
    ],
  },
]);
