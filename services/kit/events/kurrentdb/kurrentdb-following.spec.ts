/** What is asked of KurrentDB by those who follow it: the client is the real one, the server speaks just enough of its protocol. */
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { ReadReq, ReadResp } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { StreamIdentifier, UUID } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import { until } from '../../testing.js';
import { openKurrentdbEventStore } from './kurrentdb-event-store.js';

const UNIMPLEMENTED = '12';
let server: Http2Server;
let sessions: ServerHttp2Session[];
/** Where reading forwards began. */
let read: number[];
let subscribed: { from: number; stream: ServerHttp2Stream }[];

const send = (stream: ServerHttp2Stream, message: ReadResp): void => {
  const bytes = Buffer.from(message.serializeBinary());
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes.length, 1);
  stream.write(Buffer.concat([head, bytes]));
};
function leadAt(position: number): ReadResp {
  const recorded = new ReadResp.ReadEvent.RecordedEvent();
  const id = new UUID();
  id.setString(`00000000-0000-4000-8000-${String(position).padStart(12, '0')}`);
  const name = new StreamIdentifier();
  name.setStreamName(Buffer.from('lead-1').toString('base64'));
  recorded.setId(id);
  recorded.setStreamIdentifier(name);
  recorded.setStreamRevision('0');
  recorded.setCommitPosition(String(position));
  recorded.setPreparePosition(String(position));
  recorded.getMetadataMap().set('type', 'LeadSaved').set('content-type', 'application/json').set('created', '0');
  recorded.setData(Buffer.from('{}').toString('base64'));
  recorded.setCustomMetadata(Buffer.from('{}').toString('base64'));
  const event = new ReadResp.ReadEvent();
  event.setEvent(recorded);
  event.setCommitPosition(String(position));
  const answer = new ReadResp();
  answer.setEvent(event);
  return answer;
}
function checkpointAt(position: number): ReadResp {
  const checkpoint = new ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const answer = new ReadResp();
  answer.setCheckpoint(checkpoint);
  return answer;
}

function answerRead(stream: ServerHttp2Stream, request: ReadReq): void {
  const options = request.getOptions() as ReadReq.Options;
  const from = Number(options.getAll()?.getPosition()?.getCommitPosition() ?? 0);
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  if (options.hasSubscription()) return void subscribed.push({ from, stream });
  if (options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS) send(stream, leadAt(5));
  else read.push(from);
  stream.end();
}

beforeEach(async () => {
  [sessions, read, subscribed] = [[], [], []];
  server = createServer().on('session', (session) => sessions.push(session)).on('stream', (stream, { ':path': path }) => {
    if (!path?.endsWith('/Read')) return stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': UNIMPLEMENTED }, { endStream: true });
    let bytes = Buffer.alloc(0);
    stream.on('error', () => undefined).on('data', (more: Buffer) => {
      bytes = Buffer.concat([bytes, more]);
      if (bytes.length >= 5 && bytes.length >= 5 + bytes.readUInt32BE(1)) answerRead(stream, ReadReq.deserializeBinary(bytes.subarray(5)));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(() => {
  for (const session of sessions) session.destroy();
  server.close();
});

it('what a follower was told to be of no concern is not looked through again, neither to count what it has not come past nor after its subscription broke', async () => {
  const { store } = await openKurrentdbEventStore(`kurrentdb://127.0.0.1:${(server.address() as AddressInfo).port}?tls=false`);
  const heard: string[] = [];
  const following = store.follow('', ['lead'], async (facts) => void heard.push(...facts.map(({ type }) => type)));
  const [first] = await until('it has subscribed', () => subscribed.length > 0 && subscribed);
  send(first?.stream as ServerHttp2Stream, leadAt(5));
  await following.live;
  expect([heard, await following.behind(), read]).toEqual([['LeadSaved'], 0, [5]]);
  send(first?.stream as ServerHttp2Stream, checkpointAt(9_000));
  await until('it counts from there', async () => (await following.behind(), read.at(-1) === 9_000));
  first?.stream.close();
  await until('it has subscribed again', () => subscribed.length > 1);
  expect(subscribed.map(({ from }) => from)).toEqual([0, 9_000]);
  await following.stop();
  await store.close();
});
