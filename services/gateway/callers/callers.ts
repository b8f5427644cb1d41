/** Who asks: a member by a verified token, a program by its API key, a machine by its credential, or a guest. */
import { hash } from 'node:crypto';
import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { z } from 'zod';
import { KEY_PREFIX, programOf } from '@larder/contracts/identity/api-keys.js';
import { admitDevice } from '@larder/contracts/device.js';
import { membershipOf, type External, type MembershipOf } from '@larder/contracts/identity.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Caller } from '@larder/contracts/roles.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { plainAddress } from '@larder/kit/http/network.js';
import { Kit } from '@larder/kit/kit.js';
import { Remembered } from '@larder/kit/commands/remembered.js';
import { seal } from '@larder/kit/seal.js';
import { Together } from '@larder/kit/turns/together.js';
import { asGateway } from '../as-gateway.js';
import { guestCookie, type GuestCookie } from './guest-cookie.js';
import { Issuers } from './issuers.js';
import { Refused } from '../refused.js';

/** What a verified token says; role and plan in it are for screens, permission is decided from the membership. */
const claims = z.object({
  iss: z.string(), sub: z.string(), token_use: z.literal('id').optional(), exp: z.number(), auth_time: z.number().optional(), origin_jti: z.string().optional(), email_verified: z.coerce.boolean().optional(),
  'custom:account_id': z.string().optional(), 'custom:user_role': z.string().optional(), 'custom:subscription_plan': z.string().optional(),
});
export type Claims = z.infer<typeof claims>;

export interface Who {
  caller: Caller;
  /** The API key of a program. */
  secret?: string;
  /** The sign-in the token belongs to; only tokens of our own have one. */
  familyId?: string;
  /** Who they are there, of those who came by another issuer's token. */
  external?: External;
  /** When the token ends, in milliseconds since 1970; of those who came with one. */
  endsAt?: number;
  /** Of a token of our own: what it says, and what is so. */
  token?: { claims: Claims; membership: MembershipOf };
}

/** What a token was found to say when its signature was checked. */
interface Verified {
  claims: Claims;
  /** As it came: what else another issuer's token says of its person. */
  payload: Record<string, unknown>;
}

/** Verifies ID tokens with the keys of the issuer each one names, if it is one we trust. */
@Injectable()
export class TokenStrategy extends PassportStrategy(Strategy) {
  constructor(private readonly issuers: Issuers) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: ['RS256'],
      ignoreExpiration: true, // checked with every call, by the kit's clock
      secretOrKeyProvider: issuers.keyFor,
    });
  }

  validate(payload: Record<string, unknown>): Verified | false {
    const read = claims.safeParse(payload);
    if (!read.success || !this.issuers.isMeantForUs(payload)) return false;
    const { iss, token_use: use, origin_jti: familyId } = read.data;
    // Every sign-in of ours can be ended, so a token that names none is not one of ours.
    if (iss === this.issuers.own && (familyId === undefined || use !== 'id')) return false;
    return { claims: read.data, payload };
  }
}

/** How long a signature that was found good is not checked again; whether its sign-in has ended is asked with every call. */
const SIGNATURE_GOOD_MS = 60_000;
const REMEMBERED_TOKENS = 5_000;
const API_KEY = new RegExp(`^bearer +(${KEY_PREFIX}.*)$`, 'i');
/** 256 bits of a signature, in base64url. */
const SIGNATURE_END = 43;

/** Somebody whose address is not verified may see to that and to themselves only. */
function callerOf({ userId, account, role, plan, emailVerified }: MembershipOf): Caller {
  return seal(account && role && plan && emailVerified ? { kind: 'user', id: userId, account, role, plan } : { kind: 'person', id: userId });
}

const sessionOver = (): Refused => new Refused(refuse('SIGN_IN_REQUIRED', 'Your session has expired. Please log in again to continue.'));
/** To be asked to sign in once more would lead in circles whoever waits for identity, or is told why another issuer's word lets them in as nobody. */
const refusedFor = (refusal: Refusal): Refused => (refusal.refused === 'UNAVAILABLE' || refusal.refused === 'FORBIDDEN' ? new Refused(refusal) : sessionOver());

/** Lets everybody through with who they are; a token that is there but not good is refused at once. */
@Injectable()
export class CallerGuard extends AuthGuard('jwt') {
  /** By a hash, so that no token lies about in memory. */
  private readonly verified = new Remembered<Verified & { until: number }>(REMEMBERED_TOKENS);
  /** A screen asks many things at once. */
  private readonly together = new Together<{ authorization: string; who: Promise<Who> }>();
  private readonly cookie: GuestCookie;

  constructor(private readonly kit: Kit, private readonly issuers: Issuers) {
    super();
    this.cookie = guestCookie(kit);
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & { who?: Who }>();
    const pass = (who: Who): true => {
      request.who = who;
      return true;
    };
    const who = this.who(request, http.getResponse<FastifyReply>());
    return who instanceof Promise ? who.then(pass) : pass(who);
  }

  /** At once for a guest. Rejects with {@link Refused} where a token or a credential is not good. */
  who(request: FastifyRequest, reply: FastifyReply): Who | Promise<Who> {
    const { authorization = '' } = request.headers;
    const [, secret] = API_KEY.exec(authorization) ?? [];
    if (secret !== undefined) return this.program(secret, request.id);
    if (/^bearer /i.test(authorization)) return this.bearer(request, reply, authorization);
    if (/^basic /i.test(authorization)) return this.device(authorization, request.id).then((caller) => ({ caller }));
    return { caller: { kind: 'guest', secret: this.cookie.secretIn(request.headers.cookie) } };
  }

  override handleRequest<T>(error: unknown, user: T): T {
    if (error instanceof Error) throw error;
    if (!user) throw sessionOver();
    return user;
  }

  /** Before something is changed each request asks for itself. */
  private bearer(request: FastifyRequest, reply: FastifyReply, authorization: string): Promise<Who> {
    const person = (): Promise<Who> => this.person(request, reply, authorization);
    if (request.method !== 'GET') return person();
    // Found by the end of its signature, which nobody guesses, and the same to its last letter: to hash it whole is a twentieth of a question.
    const first = this.together.one(authorization.slice(-SIGNATURE_END), () => ({ authorization, who: person() }));
    return first.authorization === authorization ? first.who : person();
  }

  private async person(request: FastifyRequest, reply: FastifyReply, authorization: string): Promise<Who> {
    const key = hash('sha256', authorization, 'base64url');
    const { claims, payload } = this.verifiedLately(key) ?? (await this.verify(key, new ExecutionContextHost([request, reply])));
    if (claims.exp * 1000 <= this.kit.clock.now().getTime()) throw sessionOver();
    const isOurs = claims.iss === this.issuers.own;
    const userId = isOurs ? claims.sub : await this.issuers.personOf(payload);
    if (isRefusal(userId)) throw refusedFor(userId);
    const familyId = isOurs ? claims.origin_jti : undefined;
    const external = isOurs ? undefined : { issuer: claims.iss, subject: claims.sub };
    // Who could read five minutes ago still may while identity is away; nothing is changed without asking.
    const ask = request.method === 'GET' ? this.kit.askLately : this.kit.ask;
    const membership = await ask(membershipOf, { userId, familyId, external }, asGateway(this.kit, request.id));
    if (isRefusal(membership)) {
      if (!isOurs) this.issuers.forget(payload);
      throw refusedFor(membership);
    }
    const caller = callerOf(membership);
    const endsAt = claims.exp * 1000;
    return isOurs ? { caller, familyId, endsAt, token: { claims, membership } } : { caller, external, endsAt };
  }

  private verifiedLately(key: string): Verified | undefined {
    const known = this.verified.get(key);
    return known && this.kit.clock.now().getTime() < known.until ? known : undefined;
  }

  private async verify(key: string, context: ExecutionContext): Promise<Verified> {
    const now = this.kit.clock.now().getTime();
    await super.canActivate(context);
    const { user } = context.switchToHttp().getRequest<{ user: Verified }>();
    this.verified.set(key, { ...user, until: now + SIGNATURE_GOOD_MS });
    return user;
  }

  /** Asked with every call: a key that was revoked is good for nothing at once. */
  private async program(secret: string, id: string): Promise<Who> {
    const program = await this.kit.ask(programOf, { secret }, asGateway(this.kit, id));
    if (isRefusal(program)) throw new Refused(program.refused === 'BAD_INPUT' ? refuse('SIGN_IN_REQUIRED', 'This is no API key') : program);
    const { keyId, account, role, plan } = program;
    return { caller: seal({ kind: 'program', id: keyId, account, role, plan }), secret };
  }

  private async device(authorization: string, id: string): Promise<Caller> {
    const [machineId = '', ...rest] = Buffer.from(authorization.slice(6), 'base64').toString('utf8').split(':');
    const admitted = await this.kit.ask(admitDevice, { machineId, secret: rest.join(':') }, asGateway(this.kit, id));
    if (isRefusal(admitted)) throw new Refused(admitted.refused === 'UNAVAILABLE' ? admitted : refuse('SIGN_IN_REQUIRED', 'Unknown machine or wrong secret'));
    return { kind: 'device', machineId: admitted.machineId };
  }
}

/** Whether somebody of an organization, or a program of its, who came a while ago would still be let in, in the same role; while identity is away, as in {@link CallerGuard}. */
export async function isStillLetIn(kit: Kit, { caller, secret, familyId, external, endsAt = 0 }: Who): Promise<boolean> {
  if (caller.kind === 'program') return secret !== undefined && !isRefusal(await kit.ask(programOf, { secret }, asGateway(kit)));
  if (caller.kind !== 'user' || endsAt <= kit.clock.now().getTime()) return false;
  const membership = await kit.askLately(membershipOf, { userId: caller.id, familyId, external }, asGateway(kit));
  if (isRefusal(membership)) return false;
  const now = callerOf(membership);
  return now.kind === 'user' && now.account === caller.account && now.role === caller.role;
}

/** Where a request came from, for those who count tries and list sign-ins. */
export const fromOf = (request: FastifyRequest): NonNullable<Asked['from']> => ({ address: plainAddress(request.ip), agent: (request.headers['user-agent'] ?? '').slice(0, 200) });
