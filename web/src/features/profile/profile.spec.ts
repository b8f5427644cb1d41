import { agentName } from './agent.js';
import { otpauthUrl, spacedSecret } from './credentials.js';
import { providerName } from './provider.js';

describe('one\'s own page', () => {
  it('calls browsers by their names', () => {
    expect(agentName('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36')).toBe('Chrome on Windows');
    expect(agentName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1')).toBe('Safari on iPhone');
    expect(agentName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox on Linux');
    expect(agentName('curl/8.14.1')).toBe('curl');
    expect(agentName('')).toBe('Unknown device');
  });

  it('calls the place where somebody signs in by its name', () => {
    expect(providerName('larder')).toBe('Larder');
    expect(providerName('https://cognito-idp.us-east-1.amazonaws.com/us-east-1_abc')).toBe('Amazon Cognito');
    expect(providerName('https://login.example.com/tenant')).toBe('login.example.com');
  });

  it('gives authenticator apps what they read', () => {
    expect(otpauthUrl('wren+1@seaside.example', 'JBSWY3DP')).toBe('otpauth://totp/Larder%3Awren%2B1%40seaside.example?secret=JBSWY3DP&issuer=Larder');
    expect(spacedSecret('JBSWY3DPEHPK3PXP')).toBe('JBSW Y3DP EHPK 3PXP');
  });
});
