/** The MQTT broker inside the device-adapter, for the embedded default: machines may publish and hear only what is theirs. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Aedes, type AedesOptions, type AuthErrorCode, type AuthenticateError, type Client } from 'aedes';
import { eventTopic, orderTopic, telemetryTopic, type DeviceOrder } from '@larder/contracts/device.js';
import { MOST_BYTES, MOST_PACKET_BYTES, type Channel, type DeviceLink, type LinkOwner } from '../device-link.js';
import { PacketSizes } from './packet-sizes.js';

const BAD_CREDENTIAL = 4 as AuthErrorCode;

type Done = () => void;
/** Where the broker hands on what is published: nothing goes on from here. What a machine says was taken in before, and what it hears is written to it alone, so nothing reaches another machine. */
const nowhere = {
  on: (_topic: string, _hear: unknown, done?: Done) => done?.(),
  removeListener: (_topic: string, _hear: unknown, done?: Done) => done?.(),
  emit: (_packet: unknown, done?: Done) => done?.(),
  close: (done: Done) => done(),
};

/** As long as somebody may take to say whose a connection is. */
const INTRODUCED_WITHIN_MS = 10_000;
/** A machine that lost its power says no goodbye. */
const ASKED_AFTER_MS = 60_000;

export interface Crowd {
  /** Where it listens; everywhere when missing. */
  host?: string | undefined;
  /** Connections at once; the next one is not taken. */
  connections?: number;
  /** Connections that have not shown yet whose they are. For the next one the first that has said nothing gives way; where all have begun to, it is not taken. */
  strangers?: number;
}

/** What a machine may say and hear: only what is its own. */
const rightsOf = (owner: LinkOwner): Pick<AedesOptions, 'authorizePublish' | 'authorizeSubscribe'> => ({
  authorizePublish(client, packet, done) {
    // A will comes when the connection is over: what a machine has to say it keeps, and says in the next one.
    if (client?.closed) return done(new Error('not allowed'));
    const isOwn = client && (packet.topic === eventTopic(client.id) || packet.topic === telemetryTopic(client.id));
    if (!isOwn) owner.refused('topic');
    else if (packet.payload.length > MOST_BYTES) owner.refused('size');
    else {
      const channel: Channel = packet.topic === eventTopic(client.id) ? 'evt' : 'tel';
      // The broker's own acknowledgement waits for ours, which goes out with it.
      void owner.receive(client.id, channel, Buffer.from(packet.payload)).then(() => done(null));
      return;
    }
    done(new Error('not allowed'));
  },
  authorizeSubscribe(client, subscription, done) {
    const isOwn = subscription.topic === orderTopic(client.id);
    if (!isOwn) owner.refused('topic');
    done(null, isOwn ? subscription : null);
  },
});

/** The connections to a broker; `letIn` is told of each client that has shown whose it is. */
function openConnections(broker: Aedes, owner: LinkOwner, { host, connections = 10_000, strangers: mostStrangers = 2_000 }: Crowd) {
  const sockets = new Set<Socket>();
  const strangers = new Set<Socket>();
  const silent = new Set<Socket>();
  // Acknowledgements and orders are small: without it the kernel keeps them back for up to 40 ms.
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: ASKED_AFTER_MS }, (socket) => {
    sockets.add(socket);
    strangers.add(socket);
    silent.add(socket);
    socket.once('data', () => silent.delete(socket));
    socket.on('close', () => [sockets, strangers, silent].forEach((all) => all.delete(socket)));
    if (strangers.size > mostStrangers) {
      owner.refused('connections');
      const [first = socket] = silent;
      for (const all of [strangers, silent]) all.delete(first);
      first.destroy();
      if (first === socket) return;
    }
    broker.handle(socket);
    const sizes = new PacketSizes(MOST_PACKET_BYTES);
    // The broker reads; this sees what it has read before it is parsed.
    socket.on('data', (bytes: Buffer) => {
      if (socket.destroyed || sizes.permit(bytes)) return;
      owner.refused('size');
      socket.destroy();
    });
  });
  server.maxConnections = connections;
  server.on('drop', () => owner.refused('connections'));
  return {
    letIn: ({ conn }: Client) => strangers.delete(conn as Socket),
    /** Resolves with the port. */
    async listen(port: number): Promise<number> {
      await new Promise<void>((listening, failed) => server.once('error', (error) => failed(host === undefined ? error : notAt(host, port, error))).listen(port, host, listening));
      return (server.address() as AddressInfo).port;
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** A port in use is told as any other is. */
const notAt = (host: string, port: number, error: Error): Error =>
  ('code' in error && error.code === 'EADDRINUSE' ? error : new Error(`Settings: MQTT_HOST, MQTT_PORT: no machine can be heard at ${host}, port ${port}`, { cause: error }));

/** `port` 0 picks a free one. */
export async function openEmbeddedBroker(port: number, owner: LinkOwner, crowd: Crowd = {}): Promise<DeviceLink> {
  const clients = new Map<string, Client>();
  /** The credential each came in with. */
  const admitted = new WeakMap<Client, string>();
  const broker = await Aedes.createBroker({
    mq: nowhere,
    connectTimeout: INTRODUCED_WITHIN_MS,
    authenticate: (client, username, password, done) => void admit(owner, client, username, password?.toString('utf8')).then(
      (credential) => {
        if (credential === undefined) return done(refusal(), false);
        admitted.set(client, credential);
        done(null, true);
      },
      () => done(refusal(), false),
    ),
    ...rightsOf(owner),
  });
  const connections = openConnections(broker, owner, crowd);
  broker.on('client', (client) => {
    clients.set(client.id, client);
    connections.letIn(client);
    // What became void while it came in has not cut it off: it could not be found yet.
    owner.credentialOf(client.id).then((good) => good === admitted.get(client) || client.close(), () => client.close());
  });
  broker.on('clientDisconnect', (client) => clients.get(client.id) === client && clients.delete(client.id));
  const reachedAt = await connections.listen(port);
  return {
    port: reachedAt,
    broker: { port: reachedAt },
    cut: (machineId) => clients.get(machineId)?.close(),
    isConnected: (machineId) => clients.has(machineId),
    send(machineId, order) {
      const client = clients.get(machineId);
      if (!client) return;
      client.conn.cork();
      client.publish({ cmd: 'publish', topic: orderTopic(machineId), payload: JSON.stringify(order), qos: qosOf(order), retain: false, dup: false }, () => undefined);
      // The broker writes an order with the next immediates, and its own acknowledgements at once: both go out in one write.
      setImmediate(() => client.conn.uncork());
    },
    async close() {
      await new Promise<void>((closed) => broker.close(closed));
      await connections.close();
    },
  };
}

/** The name of its credential. The client id is bound to the user name, or one machine could push another off its connection. */
async function admit(owner: LinkOwner, { id, clean }: Client, username: string | undefined, secret: string | undefined): Promise<string | undefined> {
  const credential = username !== undefined && secret !== undefined && id === username ? await owner.admit(username, secret) : undefined;
  // What a session keeps comes with the next connection, as if it had just been sent: an order must not.
  if (credential === undefined || !clean) owner.refused(credential === undefined ? 'credential' : 'session');
  return clean ? credential : undefined;
}

/** A lost acknowledgement needs no care of the broker's: the machine sends again, and is told again. */
const qosOf = (order: DeviceOrder): 0 | 1 => (order.t === 'ack' ? 0 : 1);
const refusal = (): AuthenticateError => Object.assign(new Error('Unknown machine or wrong secret'), { returnCode: BAD_CREDENTIAL });
