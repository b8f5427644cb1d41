/** Who asks: a member by a verified token, a machine by its credential, or a guest. */
import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { passportJwtSecret } from 'jwks-rsa';
import { ExtractJwt, Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import { z } from 'zod';
import { admitDevice } from '@larder/contracts/device.js';
import { membershipOf, signingKeys } from '@larder/contracts/identity.js';
import { isRefusal, refuse } from '@larder/contracts/reply.js';
import type { Caller, Member } from '@larder/contracts/roles.js';
import type { Asked } from '@larder/kit/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { Refused } from './refused.js';

export const CLIENT_ID = 'larder-web';
export const GUEST_COOKIE = 'larder_guest';

/** What a verified token says; the role in it is for screens, permission is decided from the membership. */
const claims = z.object({ sub: z.string(), token_use: z.literal('id'), origin_jti: z.string().optional(), exp: z.number() });

export interface SignedIn {
  caller: Member;
  familyId?: string;
}

const asGateway = (kit: Kit): Asked => ({ caller: { kind: 'service', name: 'gateway' }, commandId: kit.chance.uuid(), correlationId: kit.chance.uuid() });

/** Verifies ID tokens with the identity service's public keys. */
@Injectable()
export class TokenStrategy extends PassportStrategy(Strategy) {
  constructor(private readonly kit: Kit) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: ['RS256'],
      ignoreExpiration: true, // checked below, by the kit's clock
      audience: CLIENT_ID,
      issuer: `${kit.settings.PUBLIC_URL ?? `http://localhost:${kit.settings.PORT}`}/idp`,
      secretOrKeyProvider: keysFrom(kit),
    });
  }

  async validate(payload: unknown): Promise<SignedIn | false> {
    const read = claims.safeParse(payload);
    if (!read.success) return false;
    const { sub: userId, origin_jti: familyId, exp } = read.data;
    if (exp * 1000 <= this.kit.clock.now().getTime()) return false;
    const membership = await this.kit.ask(membershipOf, { userId, familyId }, asGateway(this.kit));
    if (isRefusal(membership)) {
      if (membership.refused === 'UNAVAILABLE') throw new Refused(membership);
      return false;
    }
    return { caller: { kind: 'user', id: userId, account: membership.account, role: membership.role }, familyId };
  }
}

/** The keys come over the bus, so verification needs no address; jwks-rsa caches them and asks again for a key it does not know. */
function keysFrom(kit: Kit): SecretOrKeyProvider {
  return passportJwtSecret({
    jwksUri: 'http://localhost/not-used', cache: true, rateLimit: true, jwksRequestsPerMinute: 60,
    getKeysInterceptor: async () => {
      const found = await kit.ask(signingKeys, {}, asGateway(kit));
      if (isRefusal(found)) throw new Refused(found);
      return found.keys as never;
    },
  });
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
      const { caller, familyId } = (request as unknown as { user: SignedIn }).user;
      request.who = { caller, familyId };
    } else if (/^basic /i.test(authorization)) request.who = { caller: await this.device(authorization) };
    else request.who = { caller: { kind: 'guest', secret: guestSecret(request) } };
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

export interface Who {
  caller: Caller;
  familyId?: string;
}

function guestSecret(request: FastifyRequest): string | undefined {
  const found = new RegExp(`(?:^|;\\s*)${GUEST_COOKIE}=([A-Za-z0-9_-]{16,64})(?:;|$)`).exec(request.headers.cookie ?? '');
  return found?.[1];
}
