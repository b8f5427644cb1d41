/** The product works the same in one process, in one process on NATS, and as eight processes with the rights they are deployed with. */
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { everywhereSuite } from './everywhere.suite.js';
import { oneProcess, oneProcessOnNats, separateProcesses } from './shape.testing.js';

const nats = findNatsServer() ?? '';
const needing = (title: string): string => (nats ? title : `${title}: needs the program nats-server`);
if (!nats) process.stderr.write('One process on NATS, separate processes on NATS: did not run, they need the program nats-server\n');

describe('One process', () => everywhereSuite(oneProcess));
(nats ? describe : describe.skip)(needing('One process on NATS'), () => everywhereSuite(() => oneProcessOnNats({ nats })));
(nats ? describe : describe.skip)(needing('Separate processes on NATS'), () => everywhereSuite(() => separateProcesses({ nats, machinesOnNats: true })));
