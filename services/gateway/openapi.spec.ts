/** What programs that read the document, to make clients or pages of it, rely on. */
import fastify from 'fastify';
import { describeApi } from './openapi.js';
import { addApiPage } from './pages.js';

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: { name: string; in: string }[];
}

const document = describeApi();
const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) => Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ path, method, ...operation })));

describe('The API document', () => {
  it('names every operation once, so that a client made from it has a function for each', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
    expect(names.filter((name) => !/^\w+$/.test(name))).toEqual([]);
    expect(operations.find(({ operationId }) => operationId === 'vending_startSession')?.path).toBe('/api/vend/start');
  });

  it('asks nobody which sign-in is meant: the token says so', () => {
    expect(JSON.stringify(document)).not.toContain('familyId');
    expect(operations.find(({ operationId }) => operationId === 'identity_listSessions')?.parameters ?? []).toEqual([]);
  });

  it('says what each group of operations is about', () => {
    const described = document.tags?.filter(({ description }) => description).map(({ name }) => name).sort();
    expect([...new Set(operations.flatMap(({ tags }) => tags))].sort()).toEqual(described);
  });

  it('offers the key that makes a repeated order one order with whatever changes something, and with nothing else', () => {
    const keyed = operations.filter(({ parameters }) => parameters?.some(({ name, in: place }) => name === 'Idempotency-Key' && place === 'header')).map(({ operationId }) => operationId);
    expect(keyed).toContain('sales_refund');
    expect(keyed).toContain('vending_startSession_POST_vend_start');
    expect(keyed).not.toContain('sales_listSales');
    expect(operations.filter(({ method, operationId }) => (method === 'put' || method === 'delete') && !keyed.includes(operationId))).toEqual([]);
  });
});

it('The description of the API is made again the next time where it could not be made', async () => {
  const http = fastify();
  let asked = 0;
  await addApiPage(http, async () => {
    asked += 1;
    if (asked === 1) throw new Error('too many open files');
    return { openapi: '3.1.0' };
  });
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await http.inject('/api/openapi.json')).statusCode);
  expect([statuses, asked]).toEqual([[500, 200, 200], 2]);
  await http.close();
});
