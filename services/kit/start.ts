/** Starts a process: opens the stores and the bus by its settings, builds the services, answers, and drains on SIGTERM. */
import 'reflect-metadata';
import type { Socket } from 'node:net';
import { Module, type DynamicModule, type LoggerService, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { aboutAsked } from './about.js';
import { openInProcessBus } from './bus/in-process-bus.js';
import { lineTold, type TellOfLine } from './bus/line-told.js';
import { drained, foundOut, watchSilent } from './http/draining.js';
import { addLimits, limitsOf } from './http/limits.js';
import { Kit } from './kit.js';
import type { Parts } from './parts.js';
import { openSqliteReadStore } from './rows/sqlite-read-store.js';
import { openMetrics } from './metrics.js';
import { tellOfBackups } from './moving/last-backup.js';
import { BusAnswers } from './bus/nest-bus.js';
import { Once } from './commands/once.js';
import { addOperations } from './operations/operations.js';
import type { Bus, OnTrouble } from './bus/bus.js';
import type { ReadStore } from './rows/read-store.js';
import { patiently, reached, untilAnswered } from './turns/patiently.js';
import { misspelt } from './misspelt.js';
import { makeFolder } from './private-file.js';
import { seldom } from './turns/seldom.js';
import { readSettings, type Settings } from './settings.js';
import { openEventStore, type OpenedFacts } from './events/open-event-store.js';
import { openOperationsSocket } from './operations/operations-socket.js';
import { systemChance, systemClock } from './time.js';
import { traceRequests } from './tracing/trace-requests.js';
import { tracingNow, useTracing } from './tracing/tracing.js';

/** Everybody's parts, given to every module. */
@Module({})
class KitModule {
  static of(kit: Kit): DynamicModule {
    return { module: KitModule, global: true, providers: [{ provide: Kit, useValue: kit }], exports: [Kit] };
  }
}

/** What a test may exchange. */
export type Exchange = Partial<Pick<Parts, 'clock' | 'chance' | 'log' | 'events' | 'bookmarks' | 'rows' | 'bus'>>;

export interface Running {
  kit: Kit;
  app: NestFastifyApplication;
  /** The address it answers on. */
  url: string;
  /** Resolves when it is ready: views that are made from a long log take longer than a start. */
  complete: Promise<void>;
  stop(): Promise<void>;
  /** Something that has to end before the process drains. */
  before(end: () => Promise<void>): void;
}

/** Services that tell people and each other where they are, in tokens and links; alone, each would name itself. */
const NAME_THE_ADDRESS = new Set(['gateway', 'identity', 'vending']);

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Words that never reach a log, wherever they stand. */
const SECRETS = ['password', 'secret', 'idToken', 'accessToken', 'refreshToken', 'authorization', 'wifiPassword', 'cookie'];

/** JSON lines at `level` and above, to standard output unless told; moments as facts name them, and levels as LOG_LEVEL does. */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options = { level, timestamp: stdTimeFunctions.isoTime, formatters: { level: (word: string) => ({ level: word }) }, redact: { paths: SECRETS.flatMap((word) => [word, `*.${word}`, `*.*.${word}`]), censor: '[kept out of the log]' } };
  return to ? pino(options, to) : pino(options);
}

/** Opens what the settings name, but for what is handed over in `exchange`; whoever has a kit of it closes it with the kit. */
export async function openParts(name: string, settings: Settings, exchange: Exchange = {}): Promise<Parts & Pick<OpenedFacts, 'check'>> {
  const log = exchange.log ?? openLog(settings.LOG_LEVEL).child({ service: name });
  const onTrouble = (where: string, error: unknown): void => log.error({ where, err: error }, 'trouble on the bus');
  const facts: OpenedFacts = exchange.events && exchange.bookmarks ? { store: exchange.events, bookmarks: exchange.bookmarks } : await openFacts(settings, log);
  const [clock, metrics] = [exchange.clock ?? systemClock, openMetrics()];
  const tell = seldom(clock, (error, times) => log.error({ err: error, times }, 'views could not be written, will be repeated'));
  const unwritten = (error: unknown): void => {
    metrics.surprises.inc({ where: 'view file' });
    tell(error);
  };
  return {
    settings, log, clock, chance: exchange.chance ?? systemChance, metrics,
    events: facts.store, bookmarks: facts.bookmarks, check: facts.check,
    rows: exchange.rows ?? (await reached(log, 'READ_STORE_URL', settings.READ_STORE_URL, openRows(settings, log, unwritten))),
    bus: exchange.bus ?? (await reached(log, 'BUS_URL', settings.BUS_URL, openBus(name, settings, onTrouble, lineTold({ log, metrics, clock }, 'BUS_URL', settings.BUS_URL)))),
  };
}

// What adapters need is large, so only those who use them load it.
async function openRows({ READ_STORE_URL: url }: Settings, log: Logger, onTrouble: (error: unknown) => void): Promise<ReadStore> {
  if (url.startsWith('memory:')) return (await import('./rows/memory-read-store.js')).openMemoryReadStore();
  if (!url.startsWith('sqlite:')) return (await import('./rows/mongodb-read-store.js')).openMongodbReadStore(url);
  return openSqliteReadStore(url.slice('sqlite:'.length), {
    onTrouble,
    onOther: (kept) => log.warn({ kept }, 'READ_STORE_URL names a file that was no file of views: it is kept under this name, and views are made anew'),
    onBroken: (error) => ended(log, error, 'the file of views is damaged and has been removed: the next start makes it anew'),
  });
}

/** For what this process cannot go on with: its supervisor starts it again. */
function ended(log: Logger, error: unknown, why: string): void {
  log.fatal({ err: error }, why);
  process.exit(1);
}

async function openBus(name: string, { BUS_URL: url, BUS_REPLICAS: replicas }: Settings, onTrouble: OnTrouble, tell: TellOfLine): Promise<Bus> {
  return url.startsWith('in-process:') ? openInProcessBus({ onTrouble }) : (await import('./bus/nats/nats-bus.js')).openNatsBus(url, { name, replicas, onTrouble, tell });
}

async function openFacts({ EVENT_STORE_URL: url, DATA_DIR }: Settings, log: Logger): Promise<OpenedFacts> {
  if (url.startsWith('sqlite:') && url !== 'sqlite::memory:') makeDataFolder(DATA_DIR);
  if (url.startsWith('sqlite:')) return openEventStore(url, { soon: true });
  const facts = await openEventStore(url).catch(() => {
    throw new Error('Settings: EVENT_STORE_URL: is no address that KurrentDB\'s client can read'); // which words it could not read may be a secret
  });
  // All begin together after a power cut: a process that ended now would be begun again ever more seldom.
  await reached(log, 'EVENT_STORE_URL', url, untilAnswered(() => facts.store.head()));
  return facts;
}

function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new Error(`Settings: DATA_DIR: ${folder} is no folder and cannot be made one`, { cause: error });
  }
}

async function beginTracing(service: string, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '', OTEL_TRACES_SAMPLER_ARG: ratio }: Settings, http: FastifyInstance): Promise<void> {
  const { openOtelTracing } = await import('./tracing/otel-tracing.js');
  useTracing(openOtelTracing({ service, endpoint, ratio }));
  traceRequests(http);
}

/** Starts the modules as one process. `name` is one service's, or 'all'. */
export async function start(name: string, modules: readonly Type[], settings?: Settings, exchange?: Exchange): Promise<Running> {
  // The first process of a container is ended by no signal that it does not handle, and a start may wait for long. What it has begun is as after a crash.
  const giveUp = (): never => process.exit(0);
  for (const signal of SIGNALS) process.once(signal, giveUp);
  try {
    return await begin(name, modules, settings, exchange);
  } finally {
    for (const signal of SIGNALS) process.off(signal, giveUp);
  }
}

async function begin(name: string, modules: readonly Type[], settings = readSettings(), exchange: Exchange = {}): Promise<Running> {
  if (name !== 'all' && settings.BUS_URL.startsWith('in-process:')) {
    throw new Error(`${name} cannot run alone on an in-process bus: nobody would hear it. Set BUS_URL to a NATS server, or start all services in one process.`);
  }
  if (NAME_THE_ADDRESS.has(name) && settings.PUBLIC_URL === undefined) {
    throw new Error('Settings: PUBLIC_URL: needed where services run apart: gateway, identity and vending have to name the same address, which is that of none of them');
  }
  const parts = await openParts(name, settings, exchange);
  for (const { name: set, like } of misspelt(process.env)) parts.log.warn({ set, like }, 'no setting of Larder has this name, one that is not set has one like it');
  const kit = new Kit(parts);
  const start = parts.chance.secret(12);
  let requests = 0;
  const adapter = new FastifyAdapter({
    ...limitsOf(settings), trustProxy: settings.TRUSTED_PROXIES > 0 && ((_, hop) => hop < settings.TRUSTED_PROXIES), forceCloseConnections: 'idle',
    return503OnClosing: false, // whoever has a connection is answered until it ends
    // Commands and what they lead to are named after it, so no two processes or starts may count alike.
    genReqId: () => `${start}-${(requests += 1).toString(36)}`,
  });
  addLimits(adapter.getInstance(), settings);
  // Answers that are ready together leave together: the first wakes who waits for it, and the next find them awake. One by one, waking costs more than most answers.
  adapter.getInstance().addHook('onSend', (_, __, payload, done) => void setImmediate(done, null, payload));
  const app = await patiently(parts.log, 'KEEP_URL', settings.KEEP_URL, NestFactory.create<NestFastifyApplication>(
    { module: class Root {}, imports: [KitModule.of(kit), ...modules] }, adapter, { logger: nestLog(parts.log), rawBody: true, abortOnError: false }));
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT) await beginTracing(name, settings, adapter.getInstance());
  const operations = addOperations(adapter.getInstance(), kit);
  const answers = new BusAnswers(kit.bus, (where, error, asked) => kit.surprise(where, error, asked && aboutAsked(asked)), new Once(kit), (subject) => kit.metrics.answerSeconds.startTimer({ subject }));
  await app.init();
  // Views may take long to be filled: whoever watches the process sees that it lives and how far it is.
  const silent = watchSilent(app.getHttpServer());
  await listen(app, settings);
  const first: (() => Promise<void>)[] = [];
  const endSocket = settings.OPERATIONS_SOCKET === undefined ? undefined : await openOperationsSocket(settings.OPERATIONS_SOCKET, kit);
  if (endSocket) first.push(endSocket);
  const endTelling = tellOfBackups(kit);
  first.push(async () => endTelling());
  await kit.prepare();
  await answers.begin(app);
  await kit.begin();
  operations.answers = true;
  kit.complete.then(() => {
    operations.ready = true;
    parts.log.info('ready');
  }, (error: unknown) => ended(parts.log, error, 'views cannot be made from the log'));
  const stop = drainOnce(app, kit, answers, silent, async () => {
    operations.isEnding = true;
    for (const signal of SIGNALS) process.off(signal, onSignal);
    await Promise.all(first.map((end) => end()));
  });
  const onSignal = (signal: string): void => {
    operations.isEnding = true;
    // A log that only breaks off is that of a process which was killed.
    parts.log.info({ signal }, 'told to end');
    void foundOut(app.getHttpServer(), () => operations.askedAt).then(stop).then(() => {
      parts.log.info('has ended');
      process.exit(0);
    });
  };
  for (const signal of SIGNALS) process.once(signal, onSignal);
  const address = app.getHttpServer().address() as { port: number };
  parts.log.info({ port: address.port }, 'answers');
  parts.check?.().catch((error: unknown) => ended(parts.log, error, 'the log is damaged: it will not open again'));
  return { kit, app, url: `http://localhost:${address.port}`, complete: kit.complete, stop, before: (end) => void first.push(end) };
}

async function listen(app: NestFastifyApplication, { PORT, HOST }: Settings): Promise<void> {
  try {
    await app.listen(PORT, HOST);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EADDRINUSE') throw error;
    throw new Error(`Settings: HOST, PORT: nobody can answer at ${HOST}, port ${PORT}`, { cause: error });
  }
}

function drainOnce(app: NestFastifyApplication, kit: Kit, answers: BusAnswers, silent: () => Socket[], prepare: () => Promise<void>): () => Promise<void> {
  let ending: Promise<void> | undefined;
  return () => (ending ??= (async () => {
    await prepare();
    await drained(app.getHttpServer(), silent, () => app.close());
    await answers.stop();
    await kit.end();
    await tracingNow().stop();
    useTracing(undefined);
  })());
}

function nestLog(log: Logger): LoggerService {
  const say = (level: 'info' | 'warn' | 'error' | 'debug') => (message: unknown, ...rest: unknown[]): void => log[level]({ context: rest[rest.length - 1] }, String(message));
  return { log: say('debug'), error: say('error'), warn: say('warn'), debug: say('debug'), verbose: say('debug') };
}
