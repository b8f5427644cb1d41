// Guests buy one after the other, one at each machine.
import { buy, machines, stats } from './guest.js';

export const options = {
  summaryTrendStats: stats,
  scenarios: { guests: { executor: 'constant-vus', vus: machines.length, duration: __ENV.DURATION || '3m', exec: 'guest' } },
  thresholds: { checks: ['rate==1'], http_req_failed: ['rate==0'], purchase_ms: ['p(95)<3000'], 'http_req_duration{name:tap}': ['p(95)<1000'], 'http_req_duration{name:look}': ['p(95)<500'], 'http_req_duration{name:pay}': ['p(95)<1000'] },
};

export function guest() {
  buy(2.75);
}
