/** Answers `hop` from another process: as a service does, and as a bare NATS client would. */
import { connect } from '@nats-io/transport-node';
import { openNatsBus } from '../services/kit/dist/bus/nats/nats-bus.js';
import { answer, text } from './hop-service.mjs';

const [url] = process.argv.slice(2);
const nats = await connect({ servers: url });
nats.subscribe('raw', { callback: (_, message) => message.respond(text) });
await nats.flush();
await answer(await openNatsBus(url, { onTrouble: (where, error) => console.error(where, error) }));
process.send('ready');
process.on('disconnect', () => process.exit(0));
