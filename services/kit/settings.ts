/** Settings: read once from the environment, by kind, and refused by name. */
import { z } from 'zod';
import { currencies } from '@larder/contracts/currencies.js';
import { usedCurrency } from '@larder/contracts/money.js';

const yes = z.enum(['true', 'false'], 'is neither true nor false').transform((v) => v === 'true');
/** Blanks are no zero. */
const number = (least: number, most: number) => z.string().transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
  .pipe(z.number(`is not a number from ${least} to ${most}`).min(least, `is less than ${least}`).max(most, `is more than ${most}`));
const whole = (least: number, most: number) => number(least, most).refine(Number.isInteger, 'is not a whole number');
const port = whole(0, 65_535);

const MONGODB = /^mongodb(\+srv)?:\/\/([^:@/]+(:[^@/]*)?@)?(\[[\da-f:]+\]|[^@/,:?[\]]+)(:\d+)?(,(\[[\da-f:]+\]|[^@/,:?[\]]+)(:\d+)?)*([/?]|$)/i;

/** Whether a client can read the address; of a list, each has a scheme of its own but for MongoDB's. What names no server is readable. */
function isReadable(url: string): boolean {
  if (!url.includes('://')) return true;
  try {
    decodeURIComponent(url);
    return url.startsWith('mongodb') ? MONGODB.test(url) : url.split(',').every((one) => new URL(one.trim()).host !== '');
  } catch {
    return false;
  }
}

/** @param not what it is not, when the `pattern` does not fit */
const address = (pattern: RegExp, not: string) => z.string().regex(pattern, { error: not, abort: true })
  .refine(isReadable, 'is no address that can be read; in a user or a password, characters such as % and @ have to be escaped');

/** `audience` may be a client id, for pools that issue ID tokens to it. */
const trustedIssuers = z.array(z.strictObject({ issuer: z.url(), audience: z.string().min(1), jwksUri: z.url() }));

const masterKey = z.string().regex(/^[0-9a-fA-F]{64}$/, 'is not 64 hexadecimal digits');

/** Of an address of a MongoDB that names none. */
export const DEFAULT_DATABASE = 'larder';

const table = z.object({
  /** `sqlite:<file>` or `kurrentdb://…`. */
  EVENT_STORE_URL: z.string().regex(/^(sqlite:.+|(kurrentdb|esdb)(\+discover)?:\/\/.+)$/, 'is neither sqlite:<file> nor kurrentdb://…').optional(),
  /** `in-process:` or `nats://…`. */
  BUS_URL: address(/^(in-process:|(nats|tls):\/\/.+)$/, 'is neither in-process: nor nats://… nor tls://…').default('in-process:'),
  /** Copies of each JetStream stream in a cluster of NATS servers; a stream that is there already stays as it is. */
  BUS_REPLICAS: whole(1, 5).default(1),
  /** `sqlite:<file>`, `memory:` or `mongodb://…`; a file beside an embedded log, else memory. */
  READ_STORE_URL: address(/^(memory:|sqlite:(?!:memory:).+|mongodb(\+srv)?:\/\/.+)$/, 'is neither memory: nor sqlite:<file> nor mongodb://…').optional(),
  /** Where keys, sign-ins and pictures are, which are neither facts nor views: `files:` of one process in DATA_DIR, or a `mongodb://…` that copies of it share. */
  KEEP_URL: address(/^(files:|mongodb(\+srv)?:\/\/.+)$/, 'is neither files: nor mongodb://…').default('files:'),
  /** What keys in MongoDB are sealed with; never lies there. Identity alone needs it, and does not start without it then; with `files:` it is a file beside them. */
  VAULT_KEY: masterKey.optional(),
  /** The one that is to come: opens, and seals nothing yet, so that every copy knows it before one seals with it. */
  VAULT_KEY_NEXT: masterKey.optional(),
  /** The one from before: opens what it has sealed, which is sealed anew with VAULT_KEY meanwhile. */
  VAULT_KEY_PREVIOUS: masterKey.optional(),
  /** Where the embedded default keeps its files. */
  DATA_DIR: z.string().default('./data'),
  /** The built web application; without it only the API is served. */
  WEB_DIR: z.string().default('./web/dist'),
  /** The HTTP port; 0 picks a free one. */
  PORT: port.default(3000),
  HOST: z.string().default('0.0.0.0'),
  /** Seconds a caller may take to send the headers of a request. */
  HTTP_HEADERS_SECONDS: number(0.1, 300).default(15),
  /** Seconds a caller may take to send a whole request, body included. */
  HTTP_REQUEST_SECONDS: number(0.1, 3600).default(300),
  /** Seconds nothing may go over a connection in either direction. Screens are sent something every 20 s. */
  HTTP_IDLE_SECONDS: number(0.1, 3600).default(120),
  /** Connections at once; the next one is not taken. */
  HTTP_CONNECTIONS: whole(1, 1_000_000).default(10_000),
  /** What guests and operators have in their address bar, without a slash at its end: paths are put behind it. Also the issuer of tokens. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'is not an address like https://larder.example' }).transform((url) => url.replace(/\/+$/, '')).optional(),
  /** Where the MQTT broker inside the device-adapter listens: everywhere unless set, as machines come from outside, whatever HOST says. */
  MQTT_HOST: z.string().min(1).optional(),
  /** The port of the MQTT broker inside the device-adapter, 0 picks a free one; with a NATS server the port of its MQTT listener. */
  MQTT_PORT: port.default(1883),
  /** The port that machines are told, where it is another one: of what ends TLS before the broker. */
  MQTT_TOLD_PORT: whole(1, 65_535).optional(),
  /** The host that machines are told, where it is another one than they were set up at, or than services know the broker by; their firmware has room for 63 characters. */
  MQTT_TOLD_HOST: z.string().regex(/^[\w.:-]{1,63}$/, 'is no name or number of a host of up to 63 characters').optional(),
  /** Where the device-adapter finds devices: `embedded:` (its own broker), `nats://…` (a NATS server with an MQTT listener) or `mqtt://…` (another broker, which has to know the machines itself). */
  DEVICE_BROKER_URL: address(/^(embedded:|(mqtts?|nats|tls):\/\/.+)$/, 'is neither embedded: nor nats://… nor mqtt://…').default('embedded:'),
  /** The seed of the account key that signs which machines a NATS server lets in; the server's configuration names its public half. */
  DEVICE_ISSUER_SEED: z.string().regex(/^SA[A-Z2-7]{56}$/, 'is not the seed of an account key').optional(),
  /** In production there is no mailbox to look into and no demo unless it is asked for, and webhooks go to public addresses only: a misspelt one must not open all that. */
  NODE_ENV: z.enum(['production', 'development', 'test'], 'is none of production, development and test').optional(),
  /** A demo organization with simulated machines. */
  DEMO: yes.optional(),
  /** How many times as fast as a person the demo's simulated guests shop. */
  DEMO_PACE: number(1, 100).default(1),
  /** Refuses every change with the message for a read-only deployment. */
  READ_ONLY: yes.default(false),
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_\S+$/, 'is no secret key of Stripe, which begins with sk_ or rk_ and has no blank in it').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\S+$/, 'is no webhook secret of Stripe, which begins with whsec_ and has no blank in it').optional(),
  /** Which currencies organizations may choose, such as `USD,EUR`. With Stripe those its account pays out: what it changes into another one first would not agree with its books. */
  CURRENCIES: z.string().transform((text) => text.split(',').map((code) => code.trim())).pipe(z.array(usedCurrency, 'is not a list of currencies such as USD,EUR')).optional(),
  /** Another host than Stripe's own, such as its mock. */
  STRIPE_API_URL: z.url('is not an address like http://localhost:12111').optional(),
  /** `smtp://user:password@host:port`; without it e-mails go to the outbox, which /dev/mailbox shows outside production. */
  SMTP_URL: address(/^smtps?:\/\/.+$/, 'is neither smtp://… nor smtps://…').optional(),
  MAIL_FROM: z.string().regex(/^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'is no address like Larder <no-reply@larder.example>').default('Larder <no-reply@larder.example>'),
  /** How many proxies in front of this process are ours: only they are believed about a caller's address. */
  TRUSTED_PROXIES: whole(0, 10).default(0),
  /** Signing keys older than this are joined by a new one. */
  KEY_ROTATION_DAYS: number(0.1, 3650).default(90),
  /** JSON: `[{"issuer":"https://…","audience":"…","jwksUri":"https://…"}]`, other issuers whose ID tokens are good here. */
  TRUSTED_ISSUERS: z.string().default('[]').transform((text, context) => {
    try {
      return trustedIssuers.parse(JSON.parse(text));
    } catch {
      context.addIssue('is not a list of issuers, each with issuer, audience and jwksUri');
      return z.NEVER;
    }
  }),
  /** JSON: how browsers sign in, first the usual way; ours by default. */
  SIGN_IN: z.string().optional(),
  /** `false`: only other issuers let people in; a password that somebody has here, and what was begun with it, does not. */
  OWN_SIGN_IN: yes.default(true),
  /** Seconds a fact may fail, and be tried again, before it is set aside as a dead letter and others go on. */
  SET_ASIDE_AFTER_SECONDS: number(0, 86_400).default(60),
  /** Seconds a start waits until its views are complete; then it answers without them, and is ready when they are. Half a second where everything is one process; a service that runs apart waits for all of them, because other copies answer meanwhile. */
  VIEWS_PATIENCE_SECONDS: number(0, 86_400).optional(),
  /** The file of the socket at which `larder lag` and the like ask; beside an embedded log unless told. */
  OPERATIONS_SOCKET: z.string().optional(),
  /** Where traces go, e.g. `http://collector:4318`; without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url('is not an address like http://collector:4318').optional(),
  /** The part of traces that is kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: number(0, 1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'is none of fatal, error, warn, info, debug and silent').default('info'),
  /** Seconds a visit lasts before it expires. */
  SESSION_SECONDS: whole(10, 3600).default(300),
});

export const settingNames: readonly string[] = Object.keys(table.shape);

export type Settings = ReturnType<typeof readSettings>;

/** Reads the settings; throws one error that names every wrong one, without its value: it may be a secret. */
export function readSettings(environment: Record<string, string | undefined> = process.env) {
  const known = Object.fromEntries(settingNames.map((name) => [name, environment[name] === '' ? undefined : environment[name]]));
  const read = table.safeParse(known);
  if (!read.success) throw new Error(`Settings: ${read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`);
  const s = read.data;
  if (s.STRIPE_SECRET_KEY && !s.STRIPE_WEBHOOK_SECRET) throw new Error('Settings: STRIPE_WEBHOOK_SECRET: needed together with STRIPE_SECRET_KEY, or webhooks could be forged');
  if (s.STRIPE_WEBHOOK_SECRET && !s.STRIPE_SECRET_KEY) throw new Error('Settings: STRIPE_SECRET_KEY: needed together with STRIPE_WEBHOOK_SECRET, or guests would pay at test pages that move no money');
  if (/^(nats|tls):/.test(s.DEVICE_BROKER_URL) !== (s.DEVICE_ISSUER_SEED !== undefined)) throw new Error('Settings: DEVICE_ISSUER_SEED: needed when DEVICE_BROKER_URL is a NATS server, and of no use otherwise');
  if (!s.OWN_SIGN_IN && (!s.SIGN_IN || s.TRUSTED_ISSUERS.length === 0)) throw new Error('Settings: OWN_SIGN_IN: can be false only where SIGN_IN and TRUSTED_ISSUERS name another way in, or nobody could sign in');
  const events = s.EVENT_STORE_URL ?? `sqlite:${s.DATA_DIR}/larder.db`;
  const keepsFiles = events.startsWith('sqlite:') && events !== 'sqlite::memory:';
  const views = s.READ_STORE_URL ?? (keepsFiles ? `sqlite:${s.DATA_DIR}/views.db` : 'memory:');
  if (views === events) throw new Error('Settings: READ_STORE_URL: needs a file of its own');
  if (isSameDatabase(views, s.KEEP_URL)) throw new Error('Settings: KEEP_URL: needs a database of its own, because the one with the views may be dropped');
  return { ...s, CURRENCIES: s.CURRENCIES ?? (s.STRIPE_SECRET_KEY ? ['USD' as const] : [...currencies]), EVENT_STORE_URL: events, READ_STORE_URL: views, OPERATIONS_SOCKET: s.OPERATIONS_SOCKET ?? (keepsFiles ? `${s.DATA_DIR}/operations.sock` : undefined) };
}

/** However it is spelled: who signs in, in which order hosts are named, and what is left to be understood makes no other database of it. */
function isSameDatabase(one: string, other: string): boolean {
  const [here, there] = [one, other].map(databaseAt);
  return here !== undefined && there !== undefined && here.database === there.database && here.hosts.some((host) => there.hosts.includes(host));
}

function databaseAt(url: string): { hosts: string[]; database: string } | undefined {
  const [, srv, hosts, database] = /^mongodb(\+srv)?:\/\/(?:[^/]*@)?([^/?]+)(?:\/([^?/]*))?/.exec(url) ?? [];
  if (hosts === undefined) return undefined;
  return { hosts: hosts.toLowerCase().split(',').map((host) => (srv || /:\d+$/.test(host) ? host : `${host}:27017`)), database: database || DEFAULT_DATABASE };
}
