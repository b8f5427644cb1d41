/** What others ask of identity. */
import { Controller } from '@nestjs/common';
import { accountSettings, establish, membershipOf, profile, refreshSignIn, signIn, signingKeys, signOut } from '@larder/contracts/identity.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/ask.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/nest-bus.js';
import { membershipView, organization, PEOPLE } from './organization.js';
import { People } from './people.js';
import { Tokens } from './tokens.js';

const sessionOver = (): Refusal => refuse('SIGN_IN_REQUIRED', 'Your session has expired. Please log in again to continue.');

@Controller()
export class IdentityController {
  constructor(private readonly kit: Kit, private readonly people: People, private readonly tokens: Tokens) {}

  @Answers(signIn)
  async signIn({ email, password }: In<typeof signIn>, asked: Asked): Promise<Out<typeof signIn> | Refusal> {
    const found = await this.people.check(email, password, causeOf(asked, PEOPLE));
    if (isRefusal(found)) return found;
    const family = this.kit.chance.uuid();
    await this.people.noteSignIn(found.userId, family, causeOf(asked, PEOPLE));
    return this.tokensFor(found.userId, family, this.kit.clock.now().toISOString());
  }

  @Answers(refreshSignIn)
  async refresh({ refreshToken }: In<typeof refreshSignIn>): Promise<Out<typeof signIn> | Refusal> {
    const redeemed = this.tokens.redeem(refreshToken);
    return redeemed ? this.tokensFor(redeemed.userId, redeemed.family, redeemed.authAt) : sessionOver();
  }

  @Answers(signOut)
  async signOut({ familyId }: In<typeof signOut>): Promise<Out<typeof signOut>> {
    if (familyId) this.tokens.end(familyId);
    return {};
  }

  @Answers(membershipOf)
  async membership({ userId, familyId }: In<typeof membershipOf>): Promise<Out<typeof membershipOf> | Refusal> {
    const membership = familyId && this.tokens.isEnded(familyId) ? undefined : await this.people.membership(userId);
    return membership ?? sessionOver();
  }

  @Answers(profile)
  async profile(_: In<typeof profile>, { caller }: Asked): Promise<Out<typeof profile> | Refusal> {
    return (caller.kind === 'user' && (await this.people.show(caller.id))) || refuse('NOT_FOUND', 'No user data available');
  }

  @Answers(signingKeys)
  async keys(): Promise<Out<typeof signingKeys>> {
    return { keys: await this.tokens.publicKeys() };
  }

  @Answers(accountSettings)
  async settings({ account }: In<typeof accountSettings>): Promise<Out<typeof accountSettings> | Refusal> {
    const { created } = await this.kit.look(organization, account, account);
    if (!created) return refuse('NOT_FOUND', 'Organization not found');
    const { name, slug, timeZone, currency, paymentFlow } = created;
    return { account, name, slug, timeZone, currency, paymentFlow };
  }

  @Answers(establish)
  async establish({ account, name, slug, timeZone, currency, people }: In<typeof establish>, asked: Asked): Promise<Out<typeof establish> | Refusal> {
    const cause = causeOf(asked, account);
    const done = await this.kit.handle(organization, account, { type: 'CreateOrganization', organization: { accountId: account, name, slug, timeZone, currency, paymentFlow: 'pay-after' } }, cause);
    if (isRefusal(done)) return done;
    let position = done.position;
    for (const one of people) position = await this.people.establish(account, one, cause);
    await this.kit.views.reached(membershipView, position);
    return { account, created: done.facts.length > 0 };
  }

  private async tokensFor(userId: string, family: string, authAt: string): Promise<Out<typeof signIn> | Refusal> {
    const user = await this.people.show(userId);
    if (!user) return sessionOver();
    const { emailVerified: _, ...shown } = user;
    return { ...(await this.tokens.issue(shown, family, authAt)), user: shown };
  }
}
