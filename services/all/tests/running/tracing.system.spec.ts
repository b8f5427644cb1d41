/** What a guest's tap, a machine's report and a payment lead to, down to the screen, is a trace each: a collector that speaks OTLP gets it, with every step by its name. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SessionView } from '@larder/contracts/vending.js';
import { until } from '@larder/kit/testing.js';
import { startLarder, type TestLarder } from '../testing.js';

interface Kept {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}
type Export = { resourceSpans: { scopeSpans: { spans: Kept[] }[] }[] };

let collector: Server;
let spans: Kept[];
let larder: TestLarder;

beforeEach(async () => {
  spans = [];
  collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString('utf8')) as Export;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  larder = await startLarder({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` } });
});
afterEach(async () => {
  await larder.stop();
  collector.closeAllConnections();
  collector.close();
});

/** Opens a screen's live stream and answers the parts of its stream so far, and how to leave. */
async function watch(path: string): Promise<{ heard(): string; leave(): void }> {
  const leaving = new AbortController();
  const { body } = await fetch(`${larder.url}${path}`, { signal: leaving.signal });
  let heard = '';
  void (async () => {
    for await (const part of body as unknown as AsyncIterable<Uint8Array>) heard += Buffer.from(part).toString('utf8');
  })().catch(() => undefined);
  return { heard: () => heard, leave: () => leaving.abort() };
}

it('is told step by step: request, question, decision, log, publishing, reaction, view and screen', async () => {
  const machine = await larder.addMachine();
  const { sessionId } = await larder.ask<SessionView>('POST', '/api/vend/start', { body: { nfcSessionId: `${machine.machineId}-001` } });
  await until('it is told to unlock', () => machine.heard.some((order) => order.do === 'unlock' && order.sid === sessionId));
  const screen = await watch(`/api/vend/session/${sessionId}/events`);
  await until('the screen shows the visit', () => screen.heard().includes(sessionId));
  machine.device.openDoor(sessionId);
  machine.device.take('A1', 1, sessionId);
  machine.device.closeDoor(sessionId);
  const { checkoutUrl } = await until('payment is due', async () => {
    const view = await larder.ask<SessionView>('GET', `/api/vend/session/${sessionId}`);
    return view.checkoutUrl && view;
  });
  await larder.ask('POST', `/api/vend${checkoutUrl}`, { body: { outcome: 'pay' } });
  await until('the screen shows that it is paid', () => screen.heard().includes('"completed"'));
  const token = await larder.signIn('owner');
  await until('the sale is there', async () => (await larder.ask<{ sales: unknown[] }>('GET', '/api/admin/sales', { token })).sales.length > 0);
  screen.leave();
  await larder.stop();

  const tap = traceWith((name) => name === 'POST /api/vend/start');
  expect(tap.names).toEqual(expect.arrayContaining(['ask vending.startSession', 'answer vending.startSession', 'handle session', 'append', 'publish vending', 'react vending', 'ask device.send', 'handle orders', 'project visits']));
  expect(tap.roots).toEqual(['POST /api/vend/start']);
  // What the machine reports goes by the visit, down to the guest's screen.
  const machineSaw = traceWith((name) => name === 'handle journal', (name) => name === 'show on screen');
  expect(machineSaw.names).toEqual(expect.arrayContaining(['append', 'publish device-adapter', 'react vending', 'handle session', 'publish vending', 'project visits']));
  const paid = traceWith((name) => name.startsWith('POST /api/vend/') && name !== 'POST /api/vend/start', (name) => name === 'show on screen');
  expect(paid.names).toEqual(expect.arrayContaining(['handle payment', 'append', 'publish vending', 'react vending', 'handle session', 'project visits', 'react sales', 'handle sale', 'project sales']));
  expect(paid.roots).toHaveLength(1);
});

/** The names in the trace that has all of these; `roots` are those below nothing that is in it. */
function traceWith(...these: ((name: string) => boolean)[]): { names: string[]; roots: string[] } {
  for (const traceId of new Set(spans.map((span) => span.traceId))) {
    const its = spans.filter((span) => span.traceId === traceId);
    if (!these.every((is) => its.some(({ name }) => is(name)))) continue;
    const known = new Set(its.map(({ spanId }) => spanId));
    return { names: [...new Set(its.map(({ name }) => name))], roots: its.filter(({ parentSpanId }) => !parentSpanId || !known.has(parentSpanId)).map(({ name }) => name) };
  }
  throw new Error(`No trace has all of these; there are ${[...new Set(spans.map(({ name }) => name))].join(', ')}`);
}
