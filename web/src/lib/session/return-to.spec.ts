import { safeReturnTo } from './return-to.js';

const origin = 'https://larder.example';

describe('after signing in one returns', () => {
  it('to the page that was wanted, with its filters', () => {
    expect(safeReturnTo('/app/sales?page=2#top', origin)).toBe('/app/sales?page=2#top');
  });

  it.each([null, '', 'app/sales', 'https://evil.example/', '//evil.example/', '/\\evil.example/', '/%5C/../\\evil.example', 'javascript:alert(1)', '/..//evil.example', '/login?returnTo=/login'])(
    'to the dashboard instead of %s', (wanted) => {
      expect(safeReturnTo(wanted, origin)).toBe('/app/dashboard');
    },
  );
});
