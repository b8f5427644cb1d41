/** Which of the three web applications answers an address: the public pages, the guest's, or the operator's, who also redirects what nobody knows. */

export type Application = 'site' | 'vend' | 'index';

const PUBLIC = /^\/(pricing|roi-calculator|features|help|docs)?\/?$/;
const GUEST = /^\/(vend|checkout)(\/|$)/;

/**
 * The file a browser is sent for an address; the landing page is written out when it is built.
 * @param url path with or without a query
 */
export const pageOf = (url: string): string => (url.split('?')[0] === '/' ? 'landing.html' : `${applicationOf(url)}.html`);

/** @param url path with or without a query */
export function applicationOf(url: string): Application {
  const [path = '/'] = url.split('?');
  if (PUBLIC.test(path)) return 'site';
  return GUEST.test(path) ? 'vend' : 'index';
}
