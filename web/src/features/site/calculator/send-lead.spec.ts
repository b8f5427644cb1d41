import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendLead } from './send-lead.js';

const lead = { email: 'wren@seaside.example', firstName: '', propertyCount: 1, interestedInTrial: true, leadSource: 'roi-calculator', roiResults: { monthlyRevenue: 315, annualRevenue: 3780, annualROI: 298.7, tier: 'Essential' as const, tierCost: 948 } };

/** A server that loses its first answers. */
let http: Server;
let origin = '';
let lost = 0;
let answer: object = {};
let keys: unknown[] = [];

beforeAll(async () => {
  http = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    if (keys.length <= lost) response.destroy();
    else response.end(JSON.stringify(answer));
  });
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => http.close(closed)));
beforeEach(() => {
  [lost, keys, answer] = [0, [], { success: true, data: { stored: true } }];
});

describe('Leaving an address', () => {
  it('asks once when it is answered', async () => {
    expect(await sendLead(lead, 'k', origin)).toEqual({ stored: true });
    expect(keys).toEqual(['k']);
  });
  it('asks again by itself when the answer is lost, with the same key', async () => {
    lost = 1;
    expect(await sendLead(lead, 'k', origin)).toEqual({ stored: true });
    expect(keys).toEqual(['k', 'k']);
  });
  it('gives up after the second time and says so', async () => {
    lost = 2;
    expect(await sendLead(lead, 'k', origin)).toEqual({ stored: false, why: 'We could not be reached. Please check your connection.' });
    expect(keys).toHaveLength(2);
  });
  it('does not repeat what was refused, and says why', async () => {
    answer = { success: false, error: 'BAD_INPUT', message: 'Please enter a valid email address' };
    expect(await sendLead(lead, 'k', origin)).toEqual({ stored: false, why: 'Please enter a valid email address' });
    expect(keys).toHaveLength(1);
  });
});
