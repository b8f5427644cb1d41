/** For tests: toxiproxy between a service and its NATS server, so that a connection can be slow, cut, or swallow what is sent. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort, until } from '@larder/kit/testing.js';

export interface Toxiproxy {
  /** A new way to a port, known by `name`; answers the port at its beginning. */
  open(name: string, to: number): Promise<number>;
  /** Every way: answers and questions take so long. */
  slow(latencyMs: number, jitterMs: number): Promise<void>;
  /** Ends the connections of one way and takes no more. */
  cut(name: string): Promise<void>;
  /** Connections of one way stay open, but nothing comes through. */
  swallow(name: string): Promise<void>;
  /** All ways are as good as new. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Where the program is: on the PATH under its usual name, or where Go installs it, under the name of its folder. */
export function findToxiproxy(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, 'toxiproxy-server'));
  const go = join(process.env.GOPATH ?? join(homedir(), 'go'), 'bin');
  return [...onPath, join(go, 'toxiproxy-server'), join(go, 'server')].find((file) => existsSync(file) && spawnSync(file, ['-version'], { encoding: 'utf8' }).stdout.includes('toxiproxy'));
}

export async function startToxiproxy(binary: string): Promise<Toxiproxy> {
  const port = await freePort();
  const child = spawn(binary, ['-host', '127.0.0.1', '-port', String(port)], { stdio: 'ignore' });
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`toxiproxy: ${method} ${path}: ${await answer.text()}`);
  };
  await until('toxiproxy answers', () => send('GET', '/version').then(() => true, () => false));
  const names: string[] = [];
  const toxic = (name: string, type: string, attributes: object): Promise<void[]> =>
    Promise.all(['upstream', 'downstream'].map((stream) => send('POST', `/proxies/${name}/toxics`, { name: `${type}-${stream}`, type, stream, attributes })));
  return {
    async open(name, to) {
      const listen = await freePort();
      await send('POST', '/proxies', { name, listen: `127.0.0.1:${listen}`, upstream: `127.0.0.1:${to}`, enabled: true });
      names.push(name);
      return listen;
    },
    slow: async (latency, jitter) => void (await Promise.all(names.map((name) => toxic(name, 'latency', { latency, jitter })))),
    cut: (name) => send('POST', `/proxies/${name}`, { enabled: false }),
    swallow: async (name) => void (await toxic(name, 'timeout', { timeout: 0 })),
    mend: () => send('POST', '/reset'),
    async close() {
      await new Promise<void>((gone) => {
        child.once('exit', () => gone());
        child.kill('SIGKILL');
      });
    },
  };
}
