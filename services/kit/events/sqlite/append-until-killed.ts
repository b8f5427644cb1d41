/** For the durability test: appends from several writers at once and prints the ids of every append once it is acknowledged, until somebody kills it. */
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { NO_STREAM } from '../event-store.js';
import { openSqliteEventStore } from './sqlite-event-store.js';

const WRITERS = 4;
const STDOUT = 1;

const [file = ''] = process.argv.slice(2);
const { store } = await openSqliteEventStore(file, { verify: 'tail' });
writeSync(STDOUT, 'open\n');

/** Appends one, two and three facts in turn; every fact says how many came with it. */
async function write(stream: string): Promise<never> {
  let revision = NO_STREAM;
  for (let turn = 0; ; turn += 1) {
    const together = (turn % 3) + 1;
    const facts = Array.from({ length: together }, (_, n) => ({
      id: randomUUID(), type: 'Noted', data: { turn, n, together, padding: 'x'.repeat((turn * 37) % 600) },
      meta: { commandId: `${stream}-${turn}`, account: 'acme', actor: 'system:test', at: '2026-03-01T12:00:00.000Z', correlationId: stream },
    }));
    ({ revision } = await store.append(stream, revision, facts));
    writeSync(STDOUT, `${stream} ${facts.map(({ id }) => id).join(' ')}\n`);
  }
}

await Promise.all(Array.from({ length: WRITERS }, () => write(`writer-${randomUUID()}`)));
