// Operators look at their screens, change a price, count a slot again; guests buy at their machines meanwhile.
import http from 'k6/http';
import { check, sleep } from 'k6';
import { buy, machines, stats } from './guest.js';

const { URL, TOKENS, DURATION } = __ENV;
const tokens = TOKENS.split(',');
const own = `${URL}/api/cognito-auth`;
const SCREENS = ['dashboard', 'machines', 'products'].map((path) => `${own}/${path}`).concat([`${URL}/api/admin/sales`, `${URL}/api/admin/dashboard/alerts`, `${URL}/api/admin/dashboard/alerts/stats`]);
/** An operator reads what they see. */
const READING_S = 0.2;

const duration = DURATION || '3m';
export const options = {
  summaryTrendStats: stats,
  scenarios: {
    operators: { executor: 'constant-vus', vus: tokens.length, duration, exec: 'operator' },
    guests: { executor: 'constant-vus', vus: machines.length, duration, exec: 'guest' },
  },
  thresholds: { checks: ['rate==1'], http_req_failed: ['rate==0'], 'http_req_duration{name:screen}': ['p(95)<1000'], 'http_req_duration{name:change}': ['p(95)<1000'] },
};

export function operator() {
  const mine = (__VU - 1) % tokens.length;
  const headers = { authorization: `Bearer ${tokens[mine]}`, 'content-type': 'application/json' };
  const machine = `${own}/machines/${machines[mine * 2]}`;
  for (const screen of SCREENS) {
    check(http.get(screen, { headers, tags: { name: 'screen' } }), { 'a screen is shown': ({ status }) => status === 200 });
    sleep(READING_S);
  }
  const changed = [
    http.put(`${machine}/inventory/A2/price`, JSON.stringify({ price: 3 + (__ITER % 100) / 100 }), { headers, tags: { name: 'change' } }),
    http.post(`${machine}/inventory/A2/adjust`, JSON.stringify({ change: __ITER % 2 === 0 ? -1 : 1, reason: 'Counted again' }), { headers, tags: { name: 'change' } }),
  ];
  check(changed, { 'a change is taken': (answers) => answers.every(({ status }) => status === 200) });
}

export function guest() {
  buy(2.75);
  sleep(READING_S);
}
