/** The link through a NATS server: machines speak MQTT to its listener, and it asks here who may come in. Several copies share the machines. */
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import type { TellOfLine } from '@larder/kit/bus/line-told.js';
import { connectNats } from '@larder/kit/bus/nats/nats-line.js';
import { isEarly, type Chance, type Clock } from '@larder/kit/time.js';
import { MOST_BYTES, type DeviceLink, type LinkOwner } from '../device-link.js';
import { CALLOUT, connectionName, letIn, readKnock, subjectOf, turnAway, type Signing } from './callout.js';
import { Copies, PRESENT_MS } from './copies.js';
import { issuerFrom } from './signed.js';

/** A machine beats every 15 s; one that was not heard for longer is not there. */
const CONNECTED_MS = 45_000;
/** Another copy may have let in with a credential of which it had not yet heard that it is void. */
const CUT_AGAIN_MS = 5_000;
const PRESENCE = 'vend.v1.copies';
/** The account's own connections, at every server of a cluster. */
const CONNECTIONS = '$SYS.REQ.ACCOUNT.PING.CONNZ';
const ASK_MS = 2_000;

const listed = z.object({
  server: z.object({ id: z.string() }),
  data: z.object({ connections: z.array(z.object({ cid: z.number(), authorized_user: z.string().optional() })).nullish() }),
});
const presence = z.object({ id: z.string(), there: z.boolean() });

export interface NatsLinkOptions {
  /** With the user of the machines' account. */
  url: string;
  /** The account key that signs who may come in; its public half is in the server's configuration. */
  issuerSeed: string;
  /** Where machines reach the server's MQTT listener. */
  mqttPort: number;
  clock: Clock;
  chance: Chance;
  onTrouble(where: string, error: unknown): void;
  /** Told what becomes of the connection. */
  tell?: TellOfLine;
}

export async function openNatsLink(options: NatsLinkOptions, owner: LinkOwner): Promise<DeviceLink> {
  const connection = await connectNats(options.url, 'device-link', options.tell);
  const link = new NatsLink(connection, options, owner);
  await link.begin();
  return link;
}

class NatsLink implements DeviceLink {
  readonly port = 0;
  readonly broker: { port: number };
  private readonly heard = new Map<string, number>();
  private readonly copies: Copies;
  private readonly signing: Signing;
  private callOff: (() => void)[] = [];

  constructor(private readonly connection: NatsConnection, private readonly options: NatsLinkOptions, private readonly owner: LinkOwner) {
    const { clock, chance, issuerSeed, mqttPort } = options;
    const now = (): number => clock.now().getTime();
    this.broker = { port: mqttPort };
    this.copies = new Copies(chance.uuid(), now);
    this.signing = { issuer: issuerFrom(issuerSeed), id: () => chance.uuid(), now };
  }

  async begin(): Promise<void> {
    this.hear(PRESENCE, (message) => this.meet(message));
    this.hear(subjectOf('*', 'evt'), (message) => this.receive(message));
    this.hear(subjectOf('*', 'tel'), (message) => this.receive(message));
    this.hear(CALLOUT, (message) => this.answer(message), 'device-adapters');
    await this.connection.flush();
    const tell = (): void => {
      this.present(true);
      this.callOff[0] = this.options.clock.after(PRESENT_MS, tell);
    };
    tell();
  }

  isConnected(machineId: string): boolean {
    return isEarly(this.signing.now(), (this.heard.get(machineId) ?? -Infinity) + CONNECTED_MS, CONNECTED_MS);
  }

  send(machineId: string, order: Parameters<DeviceLink['send']>[1]): void {
    this.say(subjectOf(machineId, 'cmd'), order);
  }

  cut(machineId: string): void {
    const end = (): void => void this.endOthers(machineId).catch((error) => this.options.onTrouble('cut', error));
    end();
    this.callOff.push(this.options.clock.after(CUT_AGAIN_MS, end));
  }

  async close(): Promise<void> {
    for (const callOff of this.callOff) callOff();
    this.present(false);
    await this.connection.drain().catch(() => undefined);
  }

  /** Ends all connections of the machine but those that came in with the credential that is good now. */
  private async endOthers(machineId: string): Promise<void> {
    const id = await this.owner.credentialOf(machineId);
    const good = id && connectionName(machineId, id);
    const servers = await this.connection.requestMany(CONNECTIONS, JSON.stringify({ mqtt_client: machineId, auth: true }), { strategy: 'stall', maxWait: ASK_MS });
    for await (const answer of servers) {
      const { server, data } = listed.parse(answer.json());
      for (const { cid, authorized_user: name } of data.connections ?? []) {
        if (name !== good) await this.connection.request(`$SYS.REQ.SERVER.${server.id}.KICK`, JSON.stringify({ cid }), { timeout: ASK_MS });
      }
    }
    this.heard.delete(machineId);
  }

  private receive({ subject, data }: Msg): void {
    const [, , , machineId = '', channel] = subject.split('.');
    if (channel !== 'evt' && channel !== 'tel') return;
    this.heard.set(machineId, this.signing.now());
    if (!this.copies.isOurs(machineId)) return;
    if (data.length > MOST_BYTES) return this.owner.refused('size');
    void this.owner.receive(machineId, channel, data);
  }

  private async answer(message: Msg): Promise<void> {
    const knock = readKnock(message.string());
    const id = knock.shown && (await this.owner.admit(knock.shown.machineId, knock.shown.secret));
    if (!id) this.owner.refused('credential');
    message.respond(knock.shown && id ? letIn(knock, knock.shown.machineId, id, this.signing) : turnAway(knock, this.signing));
  }

  private present(there: boolean): void {
    this.say(PRESENCE, { id: this.copies.id, there });
  }

  /** While it ends, from some moment on nothing goes out any more: what was being stored then is sent again to the next one, which acknowledges it. */
  private say(subject: string, what: object): void {
    try {
      if (!this.connection.isClosed()) this.connection.publish(subject, JSON.stringify(what));
    } catch (error) {
      if (!this.connection.isDraining()) throw error;
    }
  }

  private meet(message: Msg): void {
    const { id, there } = presence.parse(message.json());
    if (!there) this.copies.forget(id);
    else if (this.copies.hear(id)) this.present(true);
  }

  private hear(subject: string, take: (message: Msg) => void | Promise<void>, queue?: string): void {
    const { onTrouble } = this.options;
    const callback = (error: Error | null, message: Msg): void => {
      if (error) return onTrouble(subject, error);
      const taking = async (): Promise<void> => take(message);
      taking().catch((thrown: unknown) => onTrouble(subject, thrown));
    };
    this.connection.subscribe(subject, { callback, ...(queue && { queue }) });
  }
}
