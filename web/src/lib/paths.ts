/** Every address of the product's own pages, so that no link is spelled twice. */

function withQuery(path: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}
const under = (folder: string, id: string) => `${folder}/${encodeURIComponent(id)}`;

export const paths = {
  home: '/',
  pricing: '/pricing',
  roiCalculator: '/roi-calculator',
  features: '/features',
  help: '/help',
  docs: '/docs',
  apiDocs: '/api/docs',
  login: (query: { email?: string; returnTo?: string; error?: string } = {}) => withQuery('/login', query),
  register: (query: { plan?: string; returnTo?: string; error?: string; invitation?: string } = {}) => withQuery('/register', query),
  registered: (email?: string, plan?: string) => withQuery('/registration-success', { email, plan }),
  verification: (email?: string, more: { verified?: 'true'; error?: 'expired'; plan?: string | undefined } = {}) => withQuery('/email-verification', { email, ...more }),
  forgotPassword: (email?: string) => withQuery('/forgot-password', { email }),
  app: '/app',
  dashboard: '/app/dashboard',
  machines: '/app/machines',
  newMachine: '/app/machines?add=true',
  machine: (machineId: string) => under('/app/machines', machineId),
  restock: '/app/restock',
  products: '/app/products',
  newProduct: '/app/products?add=true',
  product: (productId: string) => under('/app/products', productId),
  inventoryOf: (productId: string) => withQuery('/inventory', { product: productId }),
  sales: '/app/sales',
  salesWith: (filter: { timeframe?: string; machineId?: string; startDate?: string; endDate?: string }) => withQuery('/app/sales', filter),
  disputes: '/app/sales/disputes',
  payouts: '/app/sales/payouts',
  purchase: (saleId: string) => under('/app/sales', saleId),
  analytics: '/app/analytics',
  alerts: '/app/alerts',
  alert: (alertId: string) => withQuery('/app/alerts', { alert: alertId }),
  organization: '/app/organization',
  team: '/app/team',
  subscription: '/app/subscription',
  chosenPlan: (plan: string) => withQuery('/app/subscription', { plan }),
  invoice: (invoiceId: string) => under('/app/subscription/invoices', invoiceId),
  profile: '/app/profile',
  tap: '/vend/new',
  start: (query: { nfcSessionId: string; machineId?: string }) => withQuery('/vend/start', query),
  session: (sessionId: string) => under('/vend/session', sessionId),
  receipt: (token: string) => under('/vend/receipt', token),
  cancelled: (sessionId?: string) => withQuery('/vend/cancelled', { session_id: sessionId }),
};
