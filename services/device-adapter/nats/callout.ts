/** What a NATS server asks when somebody wants in, and the answer: a machine may speak on its own subjects and hear its own orders, over MQTT, under its own name. */
import { z } from 'zod';
import { machineId } from '@larder/contracts/device/machine-id.js';
import { MOST_PACKET_BYTES } from '../device-link.js';
import { claimsOf, signed, type Issuer } from './signed.js';

/** Where the server asks, inside the account that its configuration names. */
export const CALLOUT = '$SYS.REQ.USER.AUTH';
/** Of the NATS account that machines are in. */
const MACHINES_ACCOUNT = 'DEVICES';

/** `vend/v1/dev/<machine>/evt` as the server's MQTT listener spells it. */
export const subjectOf = (machine: string, channel: 'evt' | 'tel' | 'cmd'): string => `vend.v1.dev.${machine}.${channel}`;

/** Should a revocation not reach a connection: it ends by itself, and the machine has to show its secret again. */
const GOOD_FOR_SECONDS = 3600;

const asked = z.object({
  nats: z.object({
    server_id: z.object({ id: z.string() }),
    user_nkey: z.string(),
    client_info: z.object({ type: z.string().optional(), mqtt_id: z.string().optional() }),
    connect_opts: z.object({ user: z.string().optional(), pass: z.string().optional() }),
  }),
});

export interface Knocking {
  serverId: string;
  /** The key the server made for this connection: an answer is good for no other. */
  userKey: string;
  /** Undefined for whoever cannot be a machine: not over MQTT, or under another name than its own. */
  shown: { machineId: string; secret: string } | undefined;
}

/** Throws on what is no request of a server. */
export function readKnock(token: string): Knocking {
  const { nats } = asked.parse(claimsOf(token));
  const { user, pass } = nats.connect_opts;
  // The client id is bound to the user name, or one machine could push another off its connection.
  const isMachine = nats.client_info.type === 'mqtt' && user !== undefined && pass !== undefined && nats.client_info.mqtt_id === user && machineId.safeParse(user).success;
  return { serverId: nats.server_id.id, userKey: nats.user_nkey, shown: isMachine ? { machineId: user, secret: pass } : undefined };
}

/** The name a connection is listed under: whose it is, and by which credential it came in. */
export const connectionName = (machine: string, credentialId: string): string => `${machine}/${credentialId}`;

export interface Signing {
  issuer: Issuer;
  id(): string;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The server's answer: the connection is this machine's, for an hour. */
export function letIn({ serverId, userKey }: Knocking, machine: string, credentialId: string, { issuer, id, now }: Signing): string {
  const user = signed(issuer, id(), now(), {
    sub: userKey, aud: MACHINES_ACCOUNT, name: connectionName(machine, credentialId), exp: Math.floor(now() / 1000) + GOOD_FOR_SECONDS,
    nats: {
      type: 'user', allowed_connection_types: ['MQTT'], subs: -1, data: -1, payload: MOST_PACKET_BYTES,
      // What MQTT itself needs ($MQTT.…) the server allows its own MQTT connections, and only itself may name.
      pub: { allow: [subjectOf(machine, 'evt'), subjectOf(machine, 'tel')] }, sub: { allow: [subjectOf(machine, 'cmd')] },
    },
  });
  return signed(issuer, id(), now(), { sub: userKey, aud: serverId, nats: { type: 'authorization_response', jwt: user } });
}

/** The server's answer: nobody comes in. It says the same of a wrong secret and of a machine nobody knows. */
export const turnAway = ({ serverId, userKey }: Knocking, { issuer, id, now }: Signing): string =>
  signed(issuer, id(), now(), { sub: userKey, aud: serverId, nats: { type: 'authorization_response', error: 'Unknown machine or wrong secret' } });
