/** The addresses that the guest's pages lead to. They load nothing of the others. */

export function withQuery(path: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}
export const under = (folder: string, id: string) => `${folder}/${encodeURIComponent(id)}`;

export const guestPaths = {
  home: '/',
  dashboard: '/app/dashboard',
  tap: '/vend/new',
  start: (query: { nfcSessionId: string; machineId?: string }) => withQuery('/vend/start', query),
  session: (sessionId: string) => under('/vend/session', sessionId),
  receipt: (token: string) => under('/vend/receipt', token),
  cancelled: (sessionId?: string) => withQuery('/vend/cancelled', { session_id: sessionId }),
};
