/** The least that takes a machine's event in for good: an MQTT broker, one durable append, one acknowledgement by number. The peer of `ingest`. */
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import Database from 'libsql';

const [file] = process.argv.slice(2);
const db = new Database(file);
db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE events (position INTEGER PRIMARY KEY, machine TEXT, event TEXT)');
const insert = db.prepare('INSERT INTO events (machine, event) VALUES (?, ?)');
let waiting = [];

function flush() {
  const batch = waiting;
  waiting = [];
  db.exec('BEGIN');
  for (const { client, event } of batch) insert.run(client.id, event);
  db.exec('COMMIT');
  for (const { client, event } of batch) {
    const { e, s } = JSON.parse(event);
    client.publish({ cmd: 'publish', topic: `vend/v1/dev/${client.id}/cmd`, payload: JSON.stringify({ v: 1, t: 'ack', e, s }), qos: 0, retain: false, dup: false }, () => undefined);
  }
}

const broker = await Aedes.createBroker({
  authorizePublish(client, { topic, payload }, done) {
    if (topic.endsWith('/evt')) {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ client, event: payload.toString() });
    }
    done(null);
  },
});
const server = createServer({ noDelay: true }, broker.handle).listen(0, () => process.send(server.address().port));
