/** What an ID token says about its person. Read for the screen only: the server is the one to judge it. */

export interface Claims {
  sub?: string;
  /** Seconds since 1970. */
  exp?: number;
  email_verified?: boolean;
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

/** `standing`: the same person, whose role, organization, plan or verification is another now. */
export type SessionChange = 'none' | 'ended' | 'another-person' | 'standing';

const standing = ['custom:account_id', 'custom:user_role', 'custom:subscription_plan', 'email_verified'] as const;

/** What it means for an open page that the ID token changed. */
export function sessionChange(before: string | null, after: string | null): SessionChange {
  if (before === after || !before) return 'none';
  if (!after) return 'ended';
  const [was, is] = [claimsOf(before), claimsOf(after)];
  if (was.sub !== is.sub) return 'another-person';
  return standing.some((claim) => was[claim] !== is[claim]) ? 'standing' : 'none';
}
