/** Where a person signs in, by name. */
import { hostOf } from '../../lib/host-of.js';

/** @param provider `larder`, or the address of another issuer */
export function providerName(provider: string): string {
  if (provider === 'larder') return 'Larder';
  const host = hostOf(provider) ?? provider;
  return host.startsWith('cognito-idp.') ? 'Amazon Cognito' : host;
}
