/** When a browser should get a fresh ID token with an answer: soon enough before the old one ends, and as soon as what it says is no longer so. */
import { renewIdToken, type MembershipOf } from '@larder/contracts/identity.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { Broken } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import { asGateway } from '../as-gateway.js';
import type { Claims } from './callers.js';

/** Browsers treat a token as expired 300 s before its end, so this is the room in which an answer can bring the next. */
const SOON_S = 900;
/** After this a person proves anew who they are, or at least the refresh token does. */
const LONGEST_S = 12 * 3600;
/** What was asked for is there by then, so whoever is silent is not waited for. */
const PATIENCE_MS = 1_000;

/** Whether `claims` no longer say what is so. */
function isOutdated(claims: Claims, { account, role, plan, emailVerified }: MembershipOf): boolean {
  return claims['custom:account_id'] !== account || claims['custom:user_role'] !== role || claims['custom:subscription_plan'] !== plan || claims.email_verified !== emailVerified;
}

/** Undefined when the old one does, or has to for now. */
export async function freshToken(kit: Kit, { claims, membership }: { claims: Claims; membership: MembershipOf }): Promise<string | undefined> {
  const now = kit.clock.now().getTime() / 1000;
  const { exp, auth_time: authTime, origin_jti: familyId } = claims;
  if (familyId === undefined || authTime === undefined || now > authTime + LONGEST_S) return undefined;
  if (exp - now > SOON_S && !isOutdated(claims, membership)) return undefined;
  try {
    const renewed = await kit.ask(renewIdToken, { userId: membership.userId, familyId, authTime }, asGateway(kit), PATIENCE_MS, true);
    return isRefusal(renewed) ? undefined : renewed.idToken;
  } catch (error) {
    if (error instanceof Broken) return undefined; // it stands in identity's log, and what was asked for has been done
    throw error;
  }
}
