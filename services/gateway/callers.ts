/** Who asks: a member by a verified token, a machine by its credential, or a guest. */
import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { z } from 'zod';
import { admitDevice } from '@larder/contracts/device.js';
import { membershipOf, type MembershipOf } from '@larder/contracts/identity.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Caller } from '@larder/contracts/roles.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import type { Settings } from '@larder/kit/settings.js';
import { asGateway } from './as-gateway.js';
import { Issuers } from './issuers.js';
import { Refused } from './refused.js';

/** Behind https it has the prefix with which browsers take it from this host alone, over https alone. */
export const guestCookie = ({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): { name: string; flags: string } =>
  PUBLIC_URL?.startsWith('https:') ? { name: '__Host-larder_guest', flags: 'Path=/; HttpOnly; SameSite=Lax; Secure' } : { name: 'larder_guest', flags: 'Path=/; HttpOnly; SameSite=Lax' };

/** What a verified token says; role and plan in it are for screens, permission is decided from the membership. */
const claims = z.object({
  iss: z.string(), sub: z.string(), token_use: z.literal('id').optional(), exp: z.number(), auth_time: z.number().optional(), origin_jti: z.string().optional(), email_verified: z.coerce.boolean().optional(),
  'custom:account_id': z.string().optional(), 'custom:user_role': z.string().optional(), 'custom:subscription_plan': z.string().optional(),
});
export type Claims = z.infer<typeof claims>;

export interface Who {
  caller: Caller;
  /** The sign-in the token belongs to; only tokens of our own have one. */
  familyId?: string;
  /** Of a token of our own: what it says, and what is so. */
  token?: { claims: Claims; membership: MembershipOf };
}

/** Verifies ID tokens with the keys of the issuer each one names, if it is one we trust. */
@Injectable()
export class TokenStrategy extends PassportStrategy(Strategy) {
  constructor(private readonly kit: Kit, private readonly issuers: Issuers) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: ['RS256'],
      ignoreExpiration: true, // checked below, by the kit's clock
      passReqToCallback: true,
      secretOrKeyProvider: issuers.keyFor,
    });
  }

  async validate({ method }: FastifyRequest, payload: unknown): Promise<Who | false> {
    const read = claims.safeParse(payload);
    if (!read.success || !this.issuers.isMeantForUs(payload as Record<string, unknown>)) return false;
    const { iss, exp, origin_jti: familyId } = read.data;
    if (exp * 1000 <= this.kit.clock.now().getTime()) return false;
    const isOurs = iss === this.issuers.own;
    // Every sign-in of ours can be ended, so a token that names none is not one of ours.
    if (isOurs && (familyId === undefined || read.data.token_use !== 'id')) return false;
    const userId = isOurs ? read.data.sub : await this.issuers.personOf(payload as Record<string, unknown>);
    if (isRefusal(userId)) return notNow(userId);
    // Who could read five minutes ago still may while identity is away; nothing is changed without asking.
    const ask = method === 'GET' ? this.kit.askLately : this.kit.ask;
    const membership = await ask(membershipOf, { userId, familyId: isOurs ? familyId : undefined }, asGateway(this.kit));
    if (isRefusal(membership)) return notNow(membership);
    const caller = callerOf(membership);
    return isOurs ? { caller, familyId, token: { claims: read.data, membership } } : { caller };
  }
}

/** Somebody whose address is not verified may see to that and to themselves only. */
function callerOf({ userId, account, role, plan, emailVerified }: MembershipOf): Caller {
  return account && role && plan && emailVerified ? { kind: 'user', id: userId, account, role, plan } : { kind: 'person', id: userId };
}

function notNow(refusal: Refusal): false {
  if (refusal.refused === 'UNAVAILABLE') throw new Refused(refusal);
  return false;
}

/** Lets everybody through with who they are; a token that is there but not good is refused at once. */
@Injectable()
export class CallerGuard extends AuthGuard('jwt') {
  constructor(private readonly kit: Kit) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { who?: Who }>();
    const authorization = request.headers.authorization ?? '';
    if (/^bearer /i.test(authorization)) {
      await super.canActivate(context);
      request.who = (request as unknown as { user: Who }).user;
    } else if (/^basic /i.test(authorization)) request.who = { caller: await this.device(authorization) };
    else request.who = { caller: { kind: 'guest', secret: guestSecret(request, this.kit.settings) } };
    return true;
  }

  override handleRequest<T>(error: unknown, user: T): T {
    if (error instanceof Error) throw error;
    if (!user) throw new Refused(refuse('SIGN_IN_REQUIRED', 'Your session has expired. Please log in again to continue.'));
    return user;
  }

  private async device(authorization: string): Promise<Caller> {
    const [machineId = '', ...rest] = Buffer.from(authorization.slice(6), 'base64').toString('utf8').split(':');
    const admitted = await this.kit.ask(admitDevice, { machineId, secret: rest.join(':') }, asGateway(this.kit));
    if (isRefusal(admitted)) throw new Refused(admitted.refused === 'UNAVAILABLE' ? admitted : refuse('SIGN_IN_REQUIRED', 'Unknown machine or wrong secret'));
    return { kind: 'device', machineId: admitted.machineId };
  }
}

/** Where a request came from, for those who count tries and list sign-ins. */
export const fromOf = (request: FastifyRequest): NonNullable<Asked['from']> => ({ address: request.ip, agent: (request.headers['user-agent'] ?? '').slice(0, 200) });

function guestSecret(request: FastifyRequest, settings: Settings): string | undefined {
  const found = new RegExp(`(?:^|;\\s*)${guestCookie(settings).name}=([A-Za-z0-9_-]{16,64})(?:;|$)`).exec(request.headers.cookie ?? '');
  return found?.[1];
}
