import { applicationOf, pageOf, type Application } from './pages.js';

it.each<[string, Application]>([
  ['/', 'site'], ['/?ref=mail', 'site'], ['/pricing', 'site'], ['/pricing/', 'site'], ['/roi-calculator?properties=3', 'site'], ['/features', 'site'], ['/help', 'site'], ['/docs', 'site'],
  ['/vend/new', 'vend'], ['/vend', 'vend'], ['/vend/session/abc?x=/', 'vend'], ['/checkout/c1', 'vend'],
  ['/login', 'index'], ['/register?plan=growth', 'index'], ['/app/dashboard', 'index'], ['/app?next=/pricing', 'index'], ['/nowhere', 'index'], ['/pricing/old', 'index'], ['/pricings', 'index'], ['/vending', 'index'],
])('%s is answered by %s', (url, application) => {
  expect(applicationOf(url)).toBe(application);
});

it.each([['/', 'landing.html'], ['/?ref=mail', 'landing.html'], ['/pricing', 'site.html'], ['/vend/new', 'vend.html'], ['/app', 'index.html'], ['/nowhere?x=/', 'index.html']])('%s is the file %s', (url, file) => {
  expect(pageOf(url)).toBe(file);
});
