/** The cookie by which a guest's browser is known again: a secret that no script can read. */
import type { FastifyReply } from 'fastify';
import type { Kit } from '@larder/kit/kit.js';

const SIX_MONTHS_S = 15_552_000;
const HERE_ALONE = 'Path=/; HttpOnly; SameSite=Lax';

export interface GuestCookie {
  /** @param header a request's own, as it came */
  secretIn(header: string | undefined): string | undefined;
  /** Answers the secret that goes out with `reply`. */
  give(reply: FastifyReply): string;
}

/** Behind https it has the prefix with which browsers take it from this host alone, over https alone. */
export function guestCookie({ settings, chance }: Pick<Kit, 'settings' | 'chance'>): GuestCookie {
  const isSecure = settings.PUBLIC_URL?.startsWith('https:');
  const name = isSecure ? '__Host-larder_guest' : 'larder_guest';
  const inHeader = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{16,64})(?:;|$)`);
  return {
    secretIn: (header = '') => inHeader.exec(header)?.[1],
    give(reply) {
      const secret = chance.secret(16);
      void reply.header('set-cookie', `${name}=${secret}; ${HERE_ALONE}${isSecure ? '; Secure' : ''}; Max-Age=${SIX_MONTHS_S}`);
      return secret;
    },
  };
}
