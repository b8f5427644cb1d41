/** For tests: one program as a process of its own, on a fixed port, that can be killed and started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

export interface Program {
  /** Where it answers over HTTP. */
  readonly url: string;
  /** Resolves when `/readyz` says so; rejects with the last words of a program that ended or took too long. */
  start(): Promise<void>;
  /** As a crash would: `kill -9`. */
  kill(): Promise<void>;
  /** As an update does: SIGTERM, and it may finish what it has begun. */
  end(): Promise<void>;
  /** Stopped in its tracks, connections open, until {@link wake}. */
  freeze(): void;
  wake(): void;
}

const START_MS = 60_000;
const LAST_WORDS = 2_000;

/** @param file a compiled main module */
export function program(file: string, port: number, settings: Record<string, string>): Program {
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let words = '';

  const ended = (running: ChildProcess): boolean => running.exitCode !== null || running.signalCode !== null;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    if (!running || ended(running)) return;
    await new Promise<void>((gone) => {
      running.once('exit', () => gone());
      running.kill(signal);
    });
  };
  return {
    url,
    async start() {
      // Its environment is what is given here: nothing of the test's own settings.
      const started = spawn(process.execPath, [file], { env: { PATH: process.env.PATH, PORT: String(port), ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
      child = started;
      words = '';
      const hear = (said: Buffer): void => void (words = (words + said.toString()).slice(-LAST_WORDS));
      started.stdout.on('data', hear);
      started.stderr.on('data', hear);
      for (const until = Date.now() + START_MS; Date.now() < until && !ended(started); await pause(50)) if (await isReady(url)) return;
      await stop('SIGKILL');
      throw new Error(`${file} did not become ready: ${words}`);
    },
    kill: () => stop('SIGKILL'),
    end: () => stop('SIGTERM'),
    freeze: () => void child?.kill('SIGSTOP'),
    wake: () => void child?.kill('SIGCONT'),
  };
}

const isReady = (url: string): Promise<boolean> => fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(({ ok }) => ok, () => false);
