/** What an ID token says about its person. Read for the screen only: the server is the one to judge it. */

export interface Claims {
  sub?: string;
  /** Seconds since 1970. */
  exp?: number;
  email_verified?: boolean;
  /** What a hosted sign-in was asked with. */
  nonce?: string;
  'custom:account_id'?: string;
  'custom:user_role'?: string;
  'custom:subscription_plan'?: string;
}

/** Nothing when there is no token or it cannot be read. */
export function claimsOf(token: string | null): Claims {
  try {
    return JSON.parse(atob((token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    return {};
  }
}

/** Whether a token runs out within `seconds`. One that cannot be read is left for the server to judge. */
export const endsWithin = (seconds: number, token: string | null, nowMs: number): boolean => {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' && exp * 1000 - nowMs < seconds * 1000;
};

/** `elsewhere`: another person, or the same one in another organization. `standing`: the same, whose role, plan or verification is another now, or who has joined or left an organization. */
export type SessionChange = 'none' | 'ended' | 'elsewhere' | 'standing';

const standing = ['custom:account_id', 'custom:user_role', 'custom:subscription_plan', 'email_verified'] as const;

/** What it means for an open page that the ID token changed. */
export function sessionChange(before: string | null, after: string | null): SessionChange {
  if (before === after || !before) return 'none';
  if (!after) return 'ended';
  const [was, is] = [claimsOf(before), claimsOf(after)];
  const [from, to] = [was['custom:account_id'], is['custom:account_id']];
  if (was.sub !== is.sub || (from && to && from !== to)) return 'elsewhere';
  return standing.some((claim) => was[claim] !== is[claim]) ? 'standing' : 'none';
}
