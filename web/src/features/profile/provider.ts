/** Where a person signs in, by name. */

/** @param provider `larder`, or the address of another issuer */
export function providerName(provider: string): string {
  if (provider === 'larder') return 'Larder';
  const host = URL.parse(provider)?.host ?? provider;
  return host.startsWith('cognito-idp.') ? 'Amazon Cognito' : host;
}
