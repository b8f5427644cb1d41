/** The least that could carry a machine's event to a screen: an MQTT broker of its own or a subscriber at a NATS server, one durable append, one server-sent event. The peer of `screen`. */
import { createServer as createHttp } from 'node:http';
import { createServer } from 'node:net';
import { connect } from '@nats-io/transport-node';
import { Aedes } from 'aedes';
import Database from 'libsql';

const [file, natsUrl] = process.argv.slice(2);
const db = new Database(file);
db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE events (position INTEGER PRIMARY KEY, machine TEXT, event TEXT)');
const insert = db.prepare('INSERT INTO events (machine, event) VALUES (?, ?)');
const screens = new Map();
let waiting = [];

function flush() {
  const batch = waiting;
  waiting = [];
  db.exec('BEGIN');
  for (const { machine, event } of batch) insert.run(machine, event);
  db.exec('COMMIT');
  for (const { machine, event } of batch) screens.get(machine)?.write(`event: session\ndata: ${event}\n\n`);
}

function take(machine, event) {
  if (waiting.length === 0) setImmediate(flush);
  waiting.push({ machine, event });
}

async function listen() {
  const broker = await Aedes.createBroker({
    authorizePublish(_, { topic, payload }, done) {
      take(topic.split('/')[3], payload.toString());
      done(null);
    },
  });
  return createServer({ noDelay: true }, broker.handle).listen(0).address().port;
}

async function subscribe() {
  const nats = await connect({ servers: natsUrl });
  nats.subscribe('vend.v1.dev.*.evt', { callback: (_, message) => take(message.subject.split('.')[3], message.string()) });
  await nats.flush();
}

const mqtt = natsUrl ? await subscribe() : await listen();
const http = createHttp((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  screens.set(request.url.slice(1), response);
}).listen(0, () => process.send({ mqtt, http: http.address().port }));
