import { originsOf, waysIn } from './ways-in.js';

const settings = { PUBLIC_URL: 'https://larder.example', PORT: 3000 };

describe('Signing in', () => {
  it('is ours unless the settings say otherwise', () => {
    expect(waysIn(settings).map(({ kind }) => kind)).toEqual(['cognito', 'oidc']);
    expect(originsOf(waysIn(settings))).toEqual(['https://larder.example']);
  });

  it('may be at a Cognito pool or any OpenID provider, which pages may then talk to', () => {
    const SIGN_IN = JSON.stringify([{ kind: 'cognito', userPoolId: 'eu-west-1_abc', clientId: 'c' }, { kind: 'oidc', authority: 'https://id.example/realm', clientId: 'c', scope: 'openid' }]);
    expect(originsOf(waysIn({ ...settings, SIGN_IN }))).toEqual(['https://cognito-idp.eu-west-1.amazonaws.com', 'https://id.example']);
  });

  it.each(['nonsense', '[]', '[{"kind":"magic"}]'])('refuses to start with %s', (SIGN_IN) => {
    expect(() => waysIn({ ...settings, SIGN_IN })).toThrow(/SIGN_IN/);
  });
});
