/** Signing in, staying signed in, and who is behind a token. */
import { Controller, Inject } from '@nestjs/common';
import { adoptExternal, membershipOf, refreshSignIn, renewIdToken, resendVerification, signIn, signingKeys, signOut, troubled, verifyByLink } from '@larder/contracts/identity.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { networkOf } from '@larder/kit/http/network.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { Addresses } from './addresses.js';
import { Externals } from './externals.js';
import { aboutOf, isLinkOf } from './secrets/codes.js';
import { Guesses } from './secrets/guesses.js';
import { membershipView, PEOPLE } from './membership-view.js';
import { namedElsewhere, People, sessionOver } from './people.js';
import { personOf } from './person-of.js';
import { ownSignInOff, SignIns, type SignedIn } from './sign-ins.js';
import { Teams } from './teams.js';
import { shownOf, Tokens } from './secrets/tokens.js';
import { VAULT, type Vault } from './secrets/vault.js';

@Controller()
export class SignInController {
  constructor(private readonly kit: Kit, private readonly people: People, private readonly signIns: SignIns, private readonly tokens: Tokens, private readonly teams: Teams, private readonly externals: Externals,
    private readonly guesses: Guesses, private readonly addresses: Addresses, @Inject(VAULT) private readonly vault: Vault) {}

  @Answers(signIn)
  async signIn({ email, password, code }: In<typeof signIn>, asked: Asked): Promise<Out<typeof signIn> | Refusal> {
    if (!this.kit.settings.OWN_SIGN_IN) return ownSignInOff();
    const entered = await this.signIns.byPassword(email, password, asked);
    if (isRefusal(entered)) return entered;
    if (!('next' in entered)) return answerOf(await this.signIns.enter(entered, asked));
    if (entered.next === 'new-password') return refuse('FORBIDDEN', 'Please choose a new password on the sign-in page.', { code: 'NewPasswordRequired' });
    if (!code) return refuse('SIGN_IN_REQUIRED', 'Please enter the code of your authenticator app.', { code: 'SecondFactorRequired' });
    const checked = await this.signIns.bySecondFactor(entered.session, code, asked);
    return isRefusal(checked) ? checked : answerOf(await this.signIns.enter(checked, asked));
  }

  @Answers(refreshSignIn)
  async refresh({ refreshToken }: In<typeof refreshSignIn>, asked: Asked): Promise<Out<typeof signIn> | Refusal> {
    return this.kit.settings.OWN_SIGN_IN ? answerOf(await this.signIns.byRefreshToken(refreshToken, asked)) : sessionOver();
  }

  @Answers(signOut)
  async signOut({ familyId }: In<typeof signOut>, asked: Asked): Promise<Out<typeof signOut>> {
    const userId = personOf(asked);
    const family = familyId === undefined ? undefined : await this.tokens.family(familyId);
    if (family?.userId === userId) await this.signIns.end(userId, family.id, 'signed-out', asked);
    return {};
  }

  @Answers(verifyByLink)
  async verify({ token }: In<typeof verifyByLink>, asked: Asked): Promise<Out<typeof verifyByLink> | Refusal> {
    const [userId = ''] = aboutOf(token);
    const state = await this.people.state(userId);
    const email = state.registered && (await this.vault.open(userId, state.registered.email));
    const nonce = state.codes.verify?.nonce;
    if (email === undefined || nonce === undefined || !isLinkOf(this.vault, token, [userId], nonce)) return troubled('ExpiredCode');
    const verified = { email, ...(state.registered?.wantedPlan && { wantedPlan: state.registered.wantedPlan }) };
    // Pressed twice, or the answer was lost.
    if (state.emailVerified) return verified;
    const tried = await this.people.do(userId, { type: 'TryCode', purpose: 'verify', nonce, isRight: true, isProof: true, now: this.kit.clock.now().toISOString() }, causeOf(asked, PEOPLE));
    if (isRefusal(tried)) return tried;
    await this.kit.views.reached(membershipView, tried.position);
    await this.teams.foundOnVerification(userId, causeOf(asked, PEOPLE));
    return verified;
  }

  @Answers(resendVerification)
  async resend({ email }: In<typeof resendVerification>, asked: Asked): Promise<Out<typeof resendVerification> | Refusal> {
    const { userId, isKnown } = await this.people.idOf(email);
    if (!(await this.guesses.note(`letter ${userId}`, asked.from && `letters ${networkOf(asked.from.address)}`))) return troubled('LimitExceeded');
    if (isKnown) await this.people.issueCode(userId, 'verify', causeOf(asked, PEOPLE));
    return {};
  }

  @Answers(membershipOf)
  async membership({ userId, familyId, external }: In<typeof membershipOf>, { caller }: Asked): Promise<Out<typeof membershipOf> | Refusal> {
    if (external && !(await this.externals.isStill(external, userId))) return sessionOver();
    const family = familyId === undefined ? undefined : await this.tokens.family(familyId);
    if (familyId !== undefined && family?.userId !== userId) return sessionOver();
    const membership = await this.people.membership(userId);
    if (!membership) return sessionOver();
    // Other services ask about a member, whichever way they come in.
    const isByIssuer = familyId === undefined && caller.kind === 'service' && caller.name === 'gateway';
    const { registered, isIssuerOut } = isByIssuer ? await this.people.state(userId) : {};
    if (isIssuerOut && registered?.issuer) return namedElsewhere(registered.issuer, this.kit.settings);
    const { emailVerified } = membership;
    const belonging = await this.people.belonging(membership, familyId === undefined || family?.organization !== undefined);
    return belonging.account ? { userId, emailVerified, account: belonging.account.id, role: belonging.role, plan: belonging.plan } : { userId, emailVerified };
  }

  @Answers(adoptExternal)
  async adopt(external: In<typeof adoptExternal>, asked: Asked): Promise<Out<typeof adoptExternal> | Refusal> {
    const adopted = await this.externals.adopt(external, causeOf(asked, PEOPLE));
    if (isRefusal(adopted)) return adopted;
    const followed = await this.addresses.follow(adopted.userId, external, { ...causeOf(asked, PEOPLE), commandId: this.kit.chance.uuid() });
    await this.kit.views.reached(membershipView, followed || adopted.position);
    return { userId: adopted.userId };
  }

  @Answers(renewIdToken)
  async renew({ userId, familyId, authTime }: In<typeof renewIdToken>): Promise<Out<typeof renewIdToken> | Refusal> {
    const family = await this.tokens.family(familyId);
    const user = family?.userId === userId ? await this.people.show(userId, family.organization !== undefined) : undefined;
    if (!user) return sessionOver();
    await this.tokens.noteUse(familyId);
    return { idToken: await this.tokens.idToken(user, familyId, authTime) };
  }

  @Answers(signingKeys)
  async keys(): Promise<Out<typeof signingKeys>> {
    return { keys: (await this.tokens.publicKeys()) as Record<string, unknown>[] };
  }
}

function answerOf(signedIn: SignedIn | Refusal): Out<typeof signIn> | Refusal {
  if (isRefusal(signedIn)) return signedIn;
  const { idToken, accessToken, refreshToken, expiresIn, tokenType, user } = signedIn;
  return { idToken, accessToken, refreshToken, expiresIn, tokenType, user: shownOf(user) };
}
