/** The operations of Amazon Cognito that browsers sign up and in with, answered by our own people. Shapes and error names are Cognito's, so its clients work unmodified, but for taking a second factor away. */
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { planName } from '@larder/contracts/identity/billing.js';
import { timeZone } from '@larder/contracts/day.js';
import { troubled, type Trouble } from '@larder/contracts/identity.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import { email as address, personName } from '@larder/contracts/words.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { networkOf } from '@larder/kit/http/network.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Guesses } from './secrets/guesses.js';
import { membershipView, PEOPLE } from './membership-view.js';
import { People, sessionOver } from './people.js';
import { SecondFactors } from './second-factors.js';
import { SignIns, type Entered, type SignedIn } from './sign-ins.js';
import { Teams } from './teams.js';
import { claimsOf, CLIENT_ID, Tokens, type Family } from './secrets/tokens.js';

const text = (most = 4096) => z.string().max(most);
/** Clients send null for what they do not have. */
const named = z.record(z.string(), text(8192).nullish()).transform((given) => given as Partial<Record<string, string | null>>);
const client = z.object({ ClientId: z.literal(CLIENT_ID) });
const withAccess = z.object({ AccessToken: text(8192) });
/** Ours alone: Cognito takes a second factor away without asking. Its clients need it for that only. */
const withPassword = withAccess.extend({ Password: text(256).optional() });
const delivered = (email: string) => ({ AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: `${email.slice(0, 1)}***@${email.split('@')[1]?.slice(0, 1) ?? ''}***` });

type Handler = (body: unknown, asked: Asked) => Promise<object | Refusal>;

@Injectable()
export class Cognito {
  constructor(private readonly kit: Kit, private readonly people: People, private readonly signIns: SignIns, private readonly secondFactors: SecondFactors, private readonly tokens: Tokens, private readonly teams: Teams, private readonly guesses: Guesses) {}

  /** By operation, as in the last part of `X-Amz-Target`. */
  readonly operations: Readonly<Record<string, Handler>> = {
    SignUp: reads(client.extend({ Username: address, Password: text(256), UserAttributes: z.array(z.object({ Name: text(64), Value: text(256) })).max(20).default([]), ClientMetadata: z.record(z.string(), text(256)).nullish() }), async (body, asked) => {
      const attributes = Object.fromEntries(body.UserAttributes.map(({ Name, Value }) => [Name, Value.trim()]));
      const { given_name: givenName, family_name: familyName } = attributes;
      if (!givenName || !familyName) return troubled('InvalidParameter', 'First name and last name are required.');
      const organizationName = body.ClientMetadata?.organizationName?.trim().slice(0, 100);
      const unfit = [givenName, familyName, organizationName || 'none'].flatMap((name) => personName('').safeParse(name).error?.issues ?? [])[0];
      if (unfit) return troubled('InvalidParameter', unfit.message);
      if (attributes.email && attributes.email.toLowerCase() !== body.Username.toLowerCase()) return troubled('InvalidParameter');
      if (asked.from && !(await this.guesses.note(`sign-ups ${networkOf(asked.from.address)}`))) return troubled('LimitExceeded');
      const zone = timeZone.safeParse(body.ClientMetadata?.timeZone);
      const wanted = planName.safeParse(body.ClientMetadata?.wantedPlan);
      const registered = await this.people.register({ email: body.Username, password: body.Password, givenName, familyName, organizationName, ...(zone.success && { timeZone: zone.data }), ...(wanted.success && { wantedPlan: wanted.data }), emailVerified: false }, causeOf(asked, PEOPLE));
      return isRefusal(registered) ? registered : { UserConfirmed: false, UserSub: registered.userId, CodeDeliveryDetails: delivered(body.Username) };
    }),
    ConfirmSignUp: reads(client.extend({ Username: text(254), ConfirmationCode: text(64) }), async ({ Username, ConfirmationCode }, asked) => {
      const { userId } = await this.people.idOf(Username);
      const forgive = await this.guesses.note(`code ${userId}`, asked.from && `codes ${networkOf(asked.from.address)}`);
      if (!forgive) return troubled('LimitExceeded');
      const tried = await this.people.tryCode(userId, 'verify', ConfirmationCode, causeOf(asked, PEOPLE));
      if (isRefusal(tried)) return hidden(tried, 'CodeMismatch');
      await forgive();
      await this.kit.views.reached(membershipView, tried.position);
      await this.teams.foundOnVerification(userId, causeOf(asked, PEOPLE));
      return {};
    }),
    ResendConfirmationCode: reads(client.extend({ Username: text(254) }), ({ Username }, asked) => this.sendCode(Username, 'verify', asked)),
    ForgotPassword: reads(client.extend({ Username: text(254) }), ({ Username }, asked) => this.sendCode(Username, 'reset', asked)),
    ConfirmForgotPassword: reads(client.extend({ Username: text(254), ConfirmationCode: text(64), Password: text(256) }), async ({ Username, ConfirmationCode, Password }, asked) => {
      const { userId } = await this.people.idOf(Username);
      const isGuess = !(await this.people.isProof(userId, ConfirmationCode));
      const forgive = isGuess ? await this.guesses.note(`code ${userId}`, asked.from && `codes ${networkOf(asked.from.address)}`) : undefined;
      if (isGuess && !forgive) return troubled('LimitExceeded');
      const set = await this.people.resetPassword(userId, ConfirmationCode, Password, causeOf(asked, PEOPLE));
      if (isRefusal(set)) return hidden(set, 'CodeMismatch');
      await forgive?.();
      await this.tokens.endAll(userId);
      await this.signIns.noteReset(userId, asked);
      await this.kit.views.reached(membershipView, set.position);
      await this.teams.foundOnVerification(userId, causeOf(asked, PEOPLE));
      return {};
    }),
    InitiateAuth: reads(client.extend({ AuthFlow: text(64), AuthParameters: named }), ({ AuthFlow, AuthParameters: given }, asked) => {
      switch (AuthFlow) {
        case 'USER_SRP_AUTH':
          return this.beginProof(given.USERNAME ?? '', given.SRP_A ?? '');
        case 'USER_PASSWORD_AUTH':
          return this.byPassword(given.USERNAME ?? '', given.PASSWORD ?? '', asked);
        case 'REFRESH_TOKEN_AUTH':
        case 'REFRESH_TOKEN':
          return this.refresh(given.REFRESH_TOKEN ?? '', asked);
        default:
          return Promise.resolve(troubled('InvalidParameter', 'This sign-in flow is not known.'));
      }
    }),
    RespondToAuthChallenge: reads(client.extend({ ChallengeName: text(64), Session: text(8192).nullish(), ChallengeResponses: named }), async ({ ChallengeName, Session, ChallengeResponses: given }, asked) => {
      switch (ChallengeName) {
        case 'PASSWORD_VERIFIER':
          return this.proceed(await this.signIns.byProof({ block: given.PASSWORD_CLAIM_SECRET_BLOCK ?? '', timestamp: given.TIMESTAMP ?? '', signature: given.PASSWORD_CLAIM_SIGNATURE ?? '' }, asked), asked);
        case 'SOFTWARE_TOKEN_MFA':
          return this.proceed(await this.signIns.bySecondFactor(Session ?? '', given.SOFTWARE_TOKEN_MFA_CODE ?? '', asked), asked);
        case 'NEW_PASSWORD_REQUIRED':
          return this.proceed(await this.signIns.byNewPassword(Session ?? '', given.NEW_PASSWORD ?? '', asked), asked);
        default:
          return troubled('InvalidParameter', 'This challenge is not known.');
      }
    }),
    GetTokensFromRefreshToken: reads(client.extend({ RefreshToken: text() }), ({ RefreshToken }, asked) => this.refresh(RefreshToken, asked)),
    RevokeToken: reads(client.extend({ Token: text() }), async ({ Token }, asked) => {
      const family = await this.tokens.familyOfRefresh(Token);
      if (family) await this.signIns.end(family.userId, family.id, 'signed-out', asked);
      return {};
    }),
    GlobalSignOut: this.withAccess(withAccess, async (_, { userId }, asked) => {
      await this.signIns.endAll(userId, asked);
      return {};
    }),
    GetUser: this.withAccess(withAccess, async (_, { userId }) => {
      const [shown, { secondFactor }] = await Promise.all([this.people.show(userId), this.people.state(userId)]);
      if (!shown) return sessionOver();
      const attributes = { sub: userId, ...claimsOf(shown), 'cognito:username': undefined };
      return {
        Username: userId, UserAttributes: Object.entries(attributes).flatMap(([Name, value]) => (value === undefined ? [] : [{ Name, Value: String(value) }])),
        ...(secondFactor?.isEnabled && { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'], PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }),
      };
    }),
    ChangePassword: this.withAccess(withAccess.extend({ PreviousPassword: text(256), ProposedPassword: text(256) }), async ({ PreviousPassword, ProposedPassword }, family, asked) =>
      (await this.signIns.changePassword(family, PreviousPassword, ProposedPassword, asked)) ?? {}),
    AssociateSoftwareToken: this.withAccess(withPassword, async ({ Password }, { userId }, asked) => {
      const secret = await this.secondFactors.prepare(userId, Password, asked);
      return isRefusal(secret) ? secret : { SecretCode: secret };
    }),
    VerifySoftwareToken: this.withAccess(withAccess.extend({ UserCode: text(16) }), async ({ UserCode }, family, asked) => (await this.secondFactors.prove(family, UserCode, asked)) ?? { Status: 'SUCCESS' }),
    SetUserMFAPreference: this.withAccess(withPassword.extend({ SoftwareTokenMfaSettings: z.object({ Enabled: z.boolean().default(false) }) }), async ({ SoftwareTokenMfaSettings, Password }, family, asked) =>
      (await this.secondFactors.set(family, SoftwareTokenMfaSettings.Enabled, Password, asked)) ?? {}),
  };

  /** An operation on behalf of the one whose access token comes in the body. */
  private withAccess<S extends typeof withAccess>(schema: S, run: (body: z.output<S>, family: Family, asked: Asked) => Promise<object | Refusal>): Handler {
    return reads(schema, async (body, asked) => {
      const family = await this.tokens.accessOf(body.AccessToken);
      return family ? run(body, family, asked) : troubled('NotAuthorized', 'Access Token has been revoked');
    });
  }

  /** Says the same whether the address is known or not. */
  private async sendCode(username: string, purpose: 'verify' | 'reset', asked: Asked): Promise<object | Refusal> {
    const { userId, isKnown } = await this.people.idOf(username);
    if (!(await this.guesses.note(`letter ${userId}`, asked.from && `letters ${networkOf(asked.from.address)}`))) return troubled('LimitExceeded');
    if (isKnown) await this.people.issueCode(userId, purpose, causeOf(asked, PEOPLE));
    return { CodeDeliveryDetails: delivered(username) };
  }

  private async beginProof(username: string, publicA: string): Promise<object | Refusal> {
    const begun = await this.signIns.begin(username, publicA);
    if (isRefusal(begun)) return begun;
    const { userId, salt, publicB, block } = begun;
    return { ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters: { USERNAME: userId, USER_ID_FOR_SRP: userId, SALT: salt, SRP_B: publicB, SECRET_BLOCK: block } };
  }

  private async byPassword(username: string, password: string, asked: Asked): Promise<object | Refusal> {
    return this.proceed(await this.signIns.byPassword(username, password, asked), asked);
  }

  private async proceed(entered: Entered | Refusal, asked: Asked): Promise<object | Refusal> {
    if (isRefusal(entered)) return entered;
    if (!('next' in entered)) return resultOf(await this.signIns.enter(entered, asked), true);
    return entered.next === 'second-factor'
      ? { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: entered.session, ChallengeParameters: { USER_ID_FOR_SRP: entered.userId, FRIENDLY_DEVICE_NAME: 'Authenticator' } }
      : { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: entered.session, ChallengeParameters: { USER_ID_FOR_SRP: entered.userId, requiredAttributes: '[]', userAttributes: '{}' } };
  }

  private async refresh(refreshToken: string, asked: Asked): Promise<object | Refusal> {
    const renewed = await this.signIns.byRefreshToken(refreshToken, asked);
    return isRefusal(renewed) ? troubled('NotAuthorized', 'Refresh Token has been revoked') : resultOf(renewed, true);
  }
}

function reads<S extends z.ZodType>(schema: S, run: (body: z.output<S>, asked: Asked) => Promise<object | Refusal>): Handler {
  return async (body, asked) => {
    const read = schema.safeParse(body);
    return read.success ? run(read.data, asked) : troubled('InvalidParameter', read.error.issues[0]?.message);
  };
}

function resultOf(signedIn: SignedIn | Refusal, withRefreshToken: boolean): object | Refusal {
  if (isRefusal(signedIn)) return signedIn;
  const { idToken, accessToken, refreshToken, expiresIn, tokenType } = signedIn;
  return { AuthenticationResult: { IdToken: idToken, AccessToken: accessToken, ...(withRefreshToken && { RefreshToken: refreshToken }), ExpiresIn: expiresIn, TokenType: tokenType }, ChallengeParameters: {} };
}

/** An unknown address must not be told from a wrong code. */
const hidden = (refusal: Refusal, as: Trouble): Refusal => (refusal.refused === 'NOT_FOUND' ? troubled(as) : refusal);

const NAMES: Partial<Record<Refusal['refused'], string>> = { BAD_INPUT: 'InvalidParameter', TOO_MANY_REQUESTS: 'TooManyRequests', READ_ONLY: 'UnsupportedOperation' };

/** The name of Cognito's exception for a refusal. */
export const exceptionOf = ({ refused, data }: Refusal): string => {
  const code = (data as { code?: string } | undefined)?.code;
  return `${code ?? NAMES[refused] ?? 'NotAuthorized'}Exception`;
};

export const unknownOperation = (): Refusal => refuse('BAD_INPUT', 'This operation is not known.', { code: 'UnknownOperation' });
