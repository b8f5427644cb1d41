/** A process that is killed and started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';

export class Victim {
  private child: ChildProcess | undefined;
  private wanted = false;
  kills = 0;

  constructor(readonly name: string, private readonly program: string, private readonly args: readonly string[], private readonly environment: Record<string, string>, private readonly log: string) {}

  start(): void {
    this.wanted = true;
    const out = openSync(this.log, 'a');
    const child = spawn(this.program, this.args, { stdio: ['ignore', out, out], env: { ...process.env, ...this.environment } });
    this.child = child;
    // One that ends by itself, because what it needs is away, is started again as whoever runs it would.
    child.once('exit', () => {
      if (this.wanted && this.child === child) setTimeout(() => this.wanted && this.child === child && this.start(), 500);
    });
  }

  /** Resolves when it is gone. */
  kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.wanted = false;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    if (signal === 'SIGKILL') this.kills++;
    return new Promise((gone) => {
      child.once('exit', () => gone());
      child.kill(signal);
    });
  }
}
