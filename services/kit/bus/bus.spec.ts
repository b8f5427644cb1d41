/** Both buses keep the same promises. */
import { busSuite } from './bus.suite.js';
import { openInProcessBus } from './in-process-bus.js';
import { openNatsBus } from './nats/nats-bus.js';
import { natsSuite } from './nats/nats-server.js';

const onTrouble = (): void => {};

busSuite('The bus in one process', async () => openInProcessBus({ onTrouble }));
natsSuite('The bus on NATS', (url) => busSuite('keeps the promises of every bus', () => openNatsBus(url(), { onTrouble })));
