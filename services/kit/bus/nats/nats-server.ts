/** For tests: a NATS server of one's own, from the `nats-server` program where it is installed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serverSuite } from '../../servers.js';

export interface NatsServer {
  url: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Takes away what a killed server stored. */
  wipe(): void;
  /** Starts it again at the same address, with these arguments besides its own. */
  start(...more: string[]): Promise<void>;
  /** Ends it and leaves nothing behind. */
  remove(): Promise<void>;
}

const START_MS = 10_000;

/** Where the program is: on the PATH, or where Go installs programs. */
export function findNatsServer(): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter), join(process.env.GOPATH ?? join(homedir(), 'go'), 'bin')];
  return places.map((place) => join(place, 'nats-server')).find((file) => existsSync(file));
}

/** Starts it with JetStream, on a free port and with a store of its own, and with these arguments. */
export async function startNatsServer(program: string, ...first: string[]): Promise<NatsServer> {
  const store = mkdtempSync(join(tmpdir(), 'nats-'));
  const jetstream = join(store, 'jetstream');
  let port = -1;
  let child: ChildProcess | undefined;

  const start = async (...more: string[]): Promise<void> => {
    const started = spawn(program, [...more, '-js', '-a', '127.0.0.1', '-p', String(port), '-sd', jetstream, '--ports_file_dir', store], { stdio: 'ignore' });
    child = started;
    for (let waited = 0; waited < START_MS; waited += 20) {
      const file = readdirSync(store).find((name) => name.endsWith(`_${started.pid}.ports`));
      const told = file ? readFileSync(join(store, file), 'utf8') : '';
      if (told !== '') {
        port = Number(new URL((JSON.parse(told) as { nats: string[] }).nats[0] as string).port);
        return;
      }
      await pause(20);
    }
    throw new Error('nats-server told no address');
  };
  const kill = async (): Promise<void> => {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    await new Promise<void>((ended) => {
      running.once('exit', () => ended());
      running.kill('SIGKILL');
    });
  };
  const remove = async (): Promise<void> => {
    await kill();
    rmSync(store, { recursive: true, force: true });
  };

  await start(...first);
  return { url: `nats://127.0.0.1:${port}`, kill, wipe: () => rmSync(jetstream, { recursive: true, force: true }), start, remove };
}

/** Declares tests that need NATS: at NATS_URL, else on a server of their own, from the installed program or in a container. */
export function natsSuite(name: string, run: (url: () => string) => void): void {
  const program = process.env.NATS_URL ? undefined : findNatsServer();
  if (!program) {
    const container = { image: 'nats:2', port: 4222, command: ['-js'], url: (host: string, port: number) => `nats://${host}:${port}` };
    return serverSuite(name, 'NATS_URL', container, run);
  }
  describe(name, () => {
    let server: NatsServer | undefined;
    beforeAll(async () => {
      server = await startNatsServer(program);
    });
    afterAll(() => server?.remove());
    run(() => server?.url ?? '');
  });
}
