// Guests buy while every machine tells twenty times as much as usual: none of it may be lost, and the bill is right.
import { buy, machines, stats } from './guest.js';

export const options = {
  summaryTrendStats: stats,
  scenarios: { guests: { executor: 'constant-vus', vus: machines.length, duration: __ENV.DURATION || '3m', exec: 'guest' } },
  thresholds: { checks: ['rate==1'], http_req_failed: ['rate==0'], purchase_ms: ['p(95)<10000'], 'http_req_duration{name:look}': ['p(95)<1000'] },
};

export function guest() {
  buy(2.75);
}
