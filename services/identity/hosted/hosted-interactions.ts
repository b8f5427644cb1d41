/** What the hosted sign-in asks a person: password, one-time password, new password, or their organization's own provider. Same checks, same counting as every other way in. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { InteractionResults, Provider } from 'oidc-provider';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { codePage, newPasswordPage, notePage, signInPage, type Page } from './hosted-pages.js';
import { SignIns, type Admitted, type Entered } from '../sign-ins.js';
import { Providers, type Begun } from '../single-sign-on/providers.js';
import { SingleSignOn } from '../single-sign-on/single-sign-on.js';

const MOST_BYTES = 16_384;

/** What the provider hears when somebody has shown all they were asked for. */
export interface Finished extends InteractionResults {
  shown: Omit<Admitted, 'userId'>;
}

@Injectable()
export class HostedInteractions {
  constructor(private readonly kit: Kit, private readonly signIns: SignIns, private readonly singleSignOn: SingleSignOn, private readonly providers: Providers) {}

  async serve(provider: Provider, request: IncomingMessage & { originalUrl?: string }, response: ServerResponse, address: string): Promise<void> {
    const [, page = '', uid = '', step = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    const details = await provider.interactionDetails(request, response).catch(() => undefined);
    if (details && page === 'elsewhere') return this.comeBack({ provider, request, response, details, address });
    if (!details || details.uid !== uid) return send(response, 400, expiredPage());
    const action = `/idp/interaction/${uid}`;
    const reached = (details.lastSubmission ?? {}) as Reached;
    const { organization } = details.params;
    if (request.method === 'GET' && typeof organization === 'string') return this.sendElsewhere(organization, details, response);
    if (request.method === 'GET') return send(response, 200, pageOf(action, step, reached, typeof details.params.login_hint === 'string' ? details.params.login_hint : ''));
    if (request.method !== 'POST') return send(response, 405, notePage('This is not possible', 'Please start again from the sign-in page.'));
    if (step === 'cancel') return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'The sign-in was cancelled' });
    const form = await formOf(request);
    if (!form) return send(response, 413, notePage('This is not possible', 'Please start again from the sign-in page.'));
    const asked = this.askedBy(request, address, uid);
    const entered = await this.entered(form, asked);
    if (isRefusal(entered) || 'next' in entered) {
      // Shown after a redirect: reloading the page, or coming back to it, sends no password and counts no attempt.
      details.lastSubmission = { email: form.get('email') ?? reached.email, ...(isRefusal(entered) ? { problem: entered.message } : { session: entered.session }) } satisfies Reached;
      await details.persist();
      return void response.writeHead(303, { location: isRefusal(entered) ? action : `${action}/${entered.next}`, 'cache-control': 'no-store' }).end();
    }
    const { userId, ...shown } = entered;
    return provider.interactionFinished(request, response, { login: { accountId: userId, amr: form.has('code') ? ['pwd', 'otp'] : ['pwd'] }, shown } satisfies Finished);
  }

  private readonly askedBy = (request: IncomingMessage, address: string, uid: string): Asked =>
    ({ caller: { kind: 'guest' }, commandId: this.kit.chance.uuid(), correlationId: uid, from: { address, agent: (request.headers['user-agent'] ?? '').slice(0, 200) } });

  /** To the provider of an organization, from where they come back to {@link comeBack}. */
  private async sendElsewhere(slug: string, details: Details, response: ServerResponse): Promise<void> {
    const entrance = await this.singleSignOn.ofSlug(slug);
    if (!entrance) return send(response, 404, refusedPage('No organization signs in under this name.'));
    const { login_hint: hint } = details.params;
    const begun = await this.providers.begin(await this.singleSignOn.providerOf(entrance.set), typeof hint === 'string' ? hint : '');
    if (isRefusal(begun)) return send(response, 502, refusedPage(begun.message));
    details.lastSubmission = { elsewhere: { ...begun.begun, account: entrance.account } } satisfies Reached;
    await details.persist();
    return void response.writeHead(303, { location: begun.url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end();
  }

  private async comeBack({ provider, request, response, details, address }: { provider: Provider; request: IncomingMessage; response: ServerResponse; details: Details; address: string }): Promise<void> {
    const { elsewhere } = (details.lastSubmission ?? {}) as Reached;
    const entrance = elsewhere && (await this.singleSignOn.of(elsewhere.account));
    if (!entrance) return send(response, 400, expiredPage());
    // Good once, whatever comes of it.
    details.lastSubmission = {};
    await details.persist();
    const told = await this.providers.finish(await this.singleSignOn.providerOf(entrance.set), new URL(request.url ?? '', 'http://here').search, elsewhere);
    const { invitation } = details.params;
    const admitted = isRefusal(told) ? told : await this.singleSignOn.admit(entrance, told, typeof invitation === 'string' ? invitation : undefined, this.askedBy(request, address, details.uid));
    if (isRefusal(admitted)) return send(response, 403, refusedPage(admitted.message));
    return provider.interactionFinished(request, response, { login: { accountId: admitted.userId, amr: ['fed'] }, shown: { by: 'organization', organization: entrance.account, issuer: entrance.set.issuer } } satisfies Finished);
  }

  /** Also whether their organization lets them in this way. */
  private async entered(form: URLSearchParams, asked: Asked): Promise<Entered | Refusal> {
    const entered = await this.shown(form, asked);
    return isRefusal(entered) || 'next' in entered ? entered : ((await this.singleSignOn.objectionToPassword(entered.userId)) ?? entered);
  }

  private shown(form: URLSearchParams, asked: Asked): Promise<Entered | Refusal> {
    const text = (name: string): string => form.get(name) ?? '';
    if (form.has('code')) return this.signIns.bySecondFactor(text('session'), text('code'), asked);
    if (form.has('newPassword')) return this.signIns.byNewPassword(text('session'), text('newPassword'), asked);
    return this.signIns.byPassword(text('email'), text('password'), asked);
  }
}

/** How far somebody came in this sign-in, kept by the provider until it ends. */
type Reached = { email?: string; problem?: string; session?: string; elsewhere?: Begun & { account: string } };
type Details = Awaited<ReturnType<Provider['interactionDetails']>>;

const expiredPage = (): Page => notePage('This page has expired', 'Please start again from the sign-in page.');
const refusedPage = (why: string): Page => notePage('Sign-in is not possible', why);

/** A block of state is good once, so a wrong code starts with the password again. */
function pageOf(action: string, step: string, { email, problem, session }: Reached, hint: string): Page {
  if (session && step === 'second-factor') return codePage(action, session);
  if (session && step === 'new-password') return newPasswordPage(action, session);
  return signInPage(action, { email: email ?? hint, problem });
}

function send(response: ServerResponse, status: number, { html, headers }: Page): void {
  response.writeHead(status, headers).end(html);
}

/** Undefined when it is larger than a form of ours can be. */
async function formOf(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += part as string;
    if (body.length > MOST_BYTES) return undefined;
  }
  return new URLSearchParams(body);
}
