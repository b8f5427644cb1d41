/** A browser at the hosted sign-in: cookies, forms and redirects, with a stock OpenID client behind it. */
import * as client from 'openid-client';

/** As our proxy adds it behind what a browser has made up. */
export const ADDRESS = '203.0.113.5';

/** Follows redirects as a browser does; answers the page it ends on, or the application's address that it is sent to with a code. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  async go(to: string, form?: Record<string, string>): Promise<{ status: number; at: string; html: string }> {
    let at = to;
    for (let body = form; ; body = undefined) {
      const { status, next, html } = await this.step(at, body);
      if (!next) return { status, at, html };
      at = next;
      if (new URL(at).pathname === '/auth/callback') return { status, at, html: '' };
    }
  }

  /** One request, and where it leads. */
  async step(at: string, form?: Record<string, string>): Promise<{ status: number; next?: string; html: string }> {
    const response = await fetch(at, { method: form ? 'POST' : 'GET', body: form && new URLSearchParams(form), redirect: 'manual', headers: { 'x-forwarded-for': `198.51.100.66, ${ADDRESS}`, cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') } });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    const next = response.headers.get('location');
    return { status: response.status, ...(next && { next: new URL(next, at).href }), html: await response.text() };
  }
}

export interface Begun { browser: Browser; page: { at: string; html: string; status: number }; verifier: string; state: string }

export const configurationAt = (url: string): Promise<client.Configuration> => client.discovery(new URL(`${url}/idp`), 'larder-web', undefined, client.None(), { execute: [client.allowInsecureRequests] });

/** Asks for a sign-in at `url`, and goes as far as a browser does by itself. */
export async function begin(config: client.Configuration, url: string, browser = new Browser(), extra: Record<string, string> = {}): Promise<Begun> {
  const [verifier, state] = [client.randomPKCECodeVerifier(), client.randomState()];
  const to = client.buildAuthorizationUrl(config, {
    redirect_uri: `${url}/auth/callback`, scope: 'openid profile email aws.cognito.signin.user.admin', state, code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256', ...extra,
  });
  return { browser, page: await browser.go(to.href), verifier, state };
}
export const exchange = (config: client.Configuration, { page, verifier, state }: Begun) => client.authorizationCodeGrant(config, new URL(page.at), { pkceCodeVerifier: verifier, expectedState: state });
