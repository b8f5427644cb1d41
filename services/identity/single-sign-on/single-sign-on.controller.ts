/** Sets an organization's single sign-on, shows it, and drops it. */
import { Controller, Inject } from '@nestjs/common';
import { dropSingleSignOn, organizationEntry, setSingleSignOn, singleSignOn } from '@larder/contracts/identity/single-sign-on.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import type { SingleSignOnSet } from '../organization.js';
import { IDENTITY } from '../people.js';
import { Tokens } from '../secrets/tokens.js';
import { VAULT, type Vault } from '../secrets/vault.js';
import { SignIns } from '../sign-ins.js';
import { Teams } from '../teams.js';
import { hostOf, Providers } from './providers.js';
import { signInUrlOf, SingleSignOn } from './single-sign-on.js';

@Controller()
export class SingleSignOnController {
  constructor(private readonly kit: Kit, private readonly teams: Teams, private readonly singleSignOn: SingleSignOn, private readonly providers: Providers, private readonly signIns: SignIns, private readonly tokens: Tokens, @Inject(VAULT) private readonly vault: Vault) {}

  @Answers(singleSignOn)
  async show(_: In<typeof singleSignOn>, asked: Asked): Promise<Out<typeof singleSignOn>> {
    const { created, singleSignOn: set } = await this.teams.state(accountOf(asked));
    return {
      ...(set && { settings: { issuer: set.issuer, clientId: set.clientId, isRequired: set.isRequired } }),
      callbackUrl: this.providers.callbackUrl(), signInUrl: signInUrlOf(this.kit.settings, created?.slug ?? ''),
    };
  }

  @Answers(setSingleSignOn)
  async set({ issuer: named, clientId, clientSecret, isRequired }: In<typeof setSingleSignOn>, asked: Asked): Promise<Out<typeof setSingleSignOn> | Refusal> {
    if (!this.kit.settings.OWN_SIGN_IN) return refuse('CONFLICT', 'Everybody signs in at a provider of its own here already.');
    const account = accountOf(asked);
    const { singleSignOn: before } = await this.teams.state(account);
    // The secret of one provider is not shown to another.
    const kept = before && before.issuer === named && before.clientId === clientId ? before : undefined;
    if (clientSecret === undefined && !kept) return refuse('BAD_INPUT', 'The client secret is required');
    const provider = clientSecret === undefined && kept ? await this.singleSignOn.providerOf(kept) : { issuer: named, clientId, clientSecret: clientSecret ?? '' };
    const issuer = await this.providers.issuerAt(provider);
    if (isRefusal(issuer)) return issuer;
    const sealed = clientSecret === undefined && kept ? kept.clientSecret : await this.vault.seal(IDENTITY, provider.clientSecret);
    const settings: SingleSignOnSet = { issuer, clientId, clientSecret: sealed, isRequired };
    const done = await this.teams.do(account, { type: 'SetSingleSignOn', settings }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    if (before && before.issuer !== issuer) await this.endAllBy(account, asked);
    // Whoever has come in by a password is asked anew.
    if (isRequired && !before?.isRequired) for (const userId of Object.keys(done.state.members)) await this.signIns.endByPassword(userId, asked);
    return this.show({}, asked);
  }

  @Answers(dropSingleSignOn)
  async drop(_: In<typeof dropSingleSignOn>, asked: Asked): Promise<Out<typeof dropSingleSignOn> | Refusal> {
    const account = accountOf(asked);
    const done = await this.teams.do(account, { type: 'DropSingleSignOn' }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    await this.endAllBy(account, asked);
    return {};
  }

  /** Nobody stays in by the word of a provider that is asked no more. */
  private async endAllBy(account: string, asked: Asked): Promise<void> {
    for (const userId of Object.keys((await this.teams.state(account)).members)) {
      const theirs = (await this.tokens.families(userId)).filter(({ organization }) => organization === account);
      for (const { id } of theirs) await this.signIns.end(userId, id, 'revoked', { ...asked, commandId: `${asked.commandId}:${id}` });
    }
  }

  @Answers(organizationEntry)
  async entry({ slug }: In<typeof organizationEntry>): Promise<Out<typeof organizationEntry> | Refusal> {
    const entrance = this.kit.settings.OWN_SIGN_IN ? await this.singleSignOn.ofSlug(slug.trim().toLowerCase()) : undefined;
    return entrance ? { name: entrance.name, host: hostOf(entrance.set.issuer) } : refuse('NOT_FOUND', 'No organization signs in under this name. Its short name is in the address that an owner or admin can tell you.');
  }
}
