// What a guest's phone asks, from the tap to the end of the visit. The hand at the machine is somebody else's (services/all/tests/shapes/load.main.ts).
import http from 'k6/http';
import { check, sleep } from 'k6';
import { Counter, Trend } from 'k6/metrics';

const { URL, MACHINES } = __ENV;
export const machines = MACHINES.split(',');
const purchases = new Counter('purchases');
const purchaseMs = new Trend('purchase_ms', true);
const LOOK_S = 0.05;
const PATIENCE_MS = 30_000;

const json = { headers: { 'content-type': 'application/json' } };
const named = (name) => ({ ...json, tags: { name } });
const dataOf = (answer) => (answer.status === 200 ? answer.json('data') : undefined);

/** Each virtual guest has a machine of their own. */
export function buy(price) {
  const machineId = machines[(__VU - 1) % machines.length];
  http.cookieJar().clear(URL);
  const began = Date.now();
  const started = dataOf(http.post(`${URL}/api/vend/start`, JSON.stringify({ nfcSessionId: `${machineId}-001` }), named('tap')));
  if (!check(started, { 'the visit begins': (visit) => visit !== undefined })) return sleep(LOOK_S);
  const at = `${URL}/api/vend/session/${started.sessionId}`;
  const see = (what) => {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; sleep(LOOK_S)) {
      const visit = dataOf(http.get(at, { tags: { name: 'look' } }));
      if (visit && what(visit)) return visit;
    }
    return undefined;
  };
  const due = see((visit) => visit.checkoutUrl);
  if (!check(due, { 'what was taken is due': (visit) => visit !== undefined && visit.totalAmount === price })) return undefined;
  const paid = http.post(`${URL}/api/vend${due.checkoutUrl}`, JSON.stringify({ outcome: 'pay' }), named('pay'));
  if (!check(paid, { 'it is paid': ({ status }) => status === 200 })) return undefined;
  purchases.add(1);
  check(see((visit) => visit.status === 'completed'), { 'the visit ends': (visit) => visit !== undefined });
  purchaseMs.add(Date.now() - began);
  return undefined;
}

export const stats = ['med', 'p(95)', 'p(99)', 'max'];
