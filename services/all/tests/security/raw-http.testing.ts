/** For tests of the HTTP server's limits: bytes as no client library would send them. */
import { connect, type Socket } from 'node:net';

export interface RawConnection {
  socket: Socket;
  send(bytes: string): void;
  /** Everything that came; resolves when the server has ended the connection. */
  ended: Promise<string>;
  /** Resolves with the head and beginning of the first answer. */
  answered: Promise<string>;
}

export async function open(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let heard = '';
  const answered = new Promise<string>((resolve) => socket.on('data', (bytes) => {
    heard += bytes.toString('latin1');
    if (heard.includes('\r\n\r\n')) resolve(heard);
  }));
  // Whoever writes to a connection that was ended is told so by an error.
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  await new Promise<void>((connected) => {
    socket.once('connect', connected);
    socket.once('close', () => connected());
  });
  return { socket, send: (bytes) => void (socket.writable && socket.write(bytes)), ended, answered: Promise.race([answered, ended]) };
}

/** A piece every so often, for as long as the server listens. */
export function trickle({ socket, send }: RawConnection, piece: string, everyMs: number): void {
  const timer = setInterval(() => send(piece), everyMs);
  socket.once('close', () => clearInterval(timer));
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
export const codeOf = (answer: string): string => (JSON.parse(/\{.*\}/s.exec(answer)?.[0] ?? '{}') as { error?: string }).error ?? '';
