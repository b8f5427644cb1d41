/** Every address of the product's own pages, so that no link is spelled twice. */

function withQuery(path: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}
const under = (folder: string, id: string) => `${folder}/${encodeURIComponent(id)}`;

export const paths = {
  home: '/',
  login: (query: { returnTo?: string; error?: string } = {}) => withQuery('/login', query),
  app: '/app',
  dashboard: '/app/dashboard',
  machines: '/app/machines',
  machine: (machineId: string) => under('/app/machines', machineId),
  sales: '/app/sales',
  salesWith: (filter: { timeframe?: string; machineId?: string; startDate?: string; endDate?: string }) => withQuery('/app/sales', filter),
  alerts: '/app/alerts',
  tap: '/vend/new',
  start: (query: { nfcSessionId: string; machineId?: string }) => withQuery('/vend/start', query),
  session: (sessionId: string) => under('/vend/session', sessionId),
  cancelled: (sessionId?: string) => withQuery('/vend/cancelled', { session_id: sessionId }),
};
