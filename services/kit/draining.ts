/** The end of an HTTP server: what is under way may end, nobody is kept waiting for a connection on which nothing goes on. */
import type { Server } from 'node:http';

/** Longer than any question to a service waits for its answer. */
const PATIENCE_MS = 12_000;
const LOOK_MS = 50;

/** `close` takes no more connections and resolves when the last one has ended. Those that are idle are ended meanwhile; all of them, when it takes too long. */
export async function drained(server: Server, close: () => Promise<void>): Promise<void> {
  // A connection that is idle only after its last answer is ended by nobody else.
  const tidying = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  const giveUp = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  await close().finally(() => {
    clearInterval(tidying);
    clearTimeout(giveUp);
  });
}
