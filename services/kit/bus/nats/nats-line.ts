/** A connection to NATS that tells when it is lost and when it is back. What was asked over it fails with it, instead of when its time is out. */
import { connect, errors, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { TellOfLine } from '../line-told.js';

export class NatsLine {
  private readonly lost = new Set<() => void>();
  private up = true;
  private backAgain: Promise<void> = Promise.resolve();

  private constructor(readonly connection: NatsConnection) {
    const request = connection.request.bind(connection);
    // JetStream's clients ask through the connection, too.
    connection.request = (...asked) => this.whileUp(() => request(...asked));
    void this.watch();
  }

  /** Waits for the first connection, then reconnects for ever. */
  static async open(...to: Parameters<typeof connectNats>): Promise<NatsLine> {
    return new NatsLine(await connectNats(...to));
  }

  get isUp(): boolean {
    return this.up;
  }

  /** Resolves when there is a connection, when there will never be one again, or when nobody waits for it any more. */
  async back(waiting: AbortSignal): Promise<void> {
    if (this.up || waiting.aborted) return;
    let given = (): void => {};
    const givenUp = new Promise<void>((resolve) => (given = resolve));
    waiting.addEventListener('abort', given);
    await Promise.race([this.backAgain, givenUp]);
    waiting.removeEventListener('abort', given); // who hears for months loses it often
  }

  /** Calls `then` each time the connection is lost, until what is answered here is called. */
  onLost(then: () => void): () => void {
    this.lost.add(then);
    return () => this.lost.delete(then);
  }

  private whileUp<T>(ask: () => Promise<T>): Promise<T> {
    return new Promise<T>((answered, failed) => {
      const fail = (): void => failed(new errors.RequestError('There is no connection to NATS'));
      if (!this.up) return fail();
      const forget = this.onLost(fail);
      ask().then(answered, failed).finally(forget);
    });
  }

  private async watch(): Promise<void> {
    let come = (): void => {};
    for await (const { type } of this.connection.status()) {
      if (type === 'disconnect' && this.up) {
        this.up = false;
        this.backAgain = new Promise((resolve) => (come = resolve));
        for (const tell of [...this.lost]) tell();
      }
      if (type === 'reconnect') {
        this.up = true;
        come();
      }
    }
    await this.connection.closed();
    this.up = false;
    come();
  }
}

/** A server that was lost with its computer closes no connection: it is missed after three of these, as `ping_interval` in deploy/nats/nats.conf has a service missed by its server. */
const PING_MS = 2_000;
/** One that cannot be reached is not waited for: another one of the cluster is there. */
const CONNECT_MS = 5_000;

/**
 * `url` is `nats://` or `tls://`, with `user:password@` where needed, several servers separated by commas. `name` is shown by the server's monitoring.
 * Rejects when the server does not know the password; once it did, a refusal is taken for a change under way, and the connection is tried on and on.
 * `tell` hears from then on what becomes of it.
 */
export async function connectNats(url: string, name: string, tell: TellOfLine = () => undefined): Promise<NatsConnection> {
  const options = { ...addresses(url), name, waitOnFirstConnect: true, maxReconnectAttempts: -1, reconnectTimeWait: 250, pingInterval: PING_MS, maxPingOut: 2, timeout: CONNECT_MS, noAsyncTraces: true };
  // A connection that does not mind being refused would wait for ever for a password that was never right.
  await (await connect(options)).close();
  const connection = await connect({ ...options, ignoreAuthErrorAbort: true });
  void hearOf(connection, tell);
  return connection;
}

async function hearOf(connection: NatsConnection, tell: TellOfLine): Promise<void> {
  tell(true);
  let isUp = true;
  for await (const status of connection.status()) {
    if (status.type === 'disconnect' || status.type === 'reconnect') isUp = status.type === 'reconnect';
    else if (status.type !== 'error' || isUp) continue;
    if (!connection.isDraining() && !connection.isClosed()) tell(isUp, status.type === 'error' ? status.error : undefined);
  }
}

function addresses(url: string): NodeConnectionOptions {
  const servers = url.split(',').map((server) => new URL(server.trim()));
  const { username, password } = servers[0] as URL;
  return {
    servers: servers.map(({ host }) => host),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(servers.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  };
}
