/** The end of an HTTP server: what is under way may end, nobody is kept waiting for a connection on which nothing goes on. */
import type { Server } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Longer than any question to a service waits for its answer. */
const PATIENCE_MS = 12_000;
const LOOK_MS = 50;

/** Nobody who leads requests here has asked for so long: they know. */
const QUIET_MS = 250;
/** As long as a process lets itself be asked on after it was told to end. */
const MOST_MS = 2_000;

/**
 * A process that is told to end is asked on by whoever was not told before: connections that it closed at once would take requests with them that are
 * on their way. It takes no new ones, and has to answer with each that comes that its connection is over; resolves when that has been heard.
 */
export async function foundOut(server: Server, askedAt: () => number): Promise<void> {
  // What an HTTP server does at its end besides is to close connections on which nothing is heard yet.
  TcpServer.prototype.close.call(server);
  const end = performance.now() + MOST_MS;
  for (let now = performance.now(); now < end && now - askedAt() < QUIET_MS; now = performance.now()) await pause(LOOK_MS);
}

/**
 * From now on watches who connects to `server`; answers those who have not said a word yet. Browsers and balancers connect ahead of what they will ask,
 * and to the server a new connection is as busy as one with a request on it.
 */
export function watchSilent(server: Server): () => Socket[] {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => [...open].filter((socket) => socket.bytesRead === 0);
}

/**
 * `close` takes no more connections and resolves when the last one has ended. Those that are idle are ended meanwhile, and those that are `silent`;
 * all of them, when it takes too long.
 */
export async function drained(server: Server, silent: () => Socket[], close: () => Promise<void>): Promise<void> {
  // A connection that is idle only after its last answer is ended by nobody else.
  const tidying = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of silent()) socket.destroy();
  }, LOOK_MS);
  const giveUp = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  await close().finally(() => {
    clearInterval(tidying);
    clearTimeout(giveUp);
  });
}
