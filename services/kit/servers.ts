/** Where a suite finds the server it needs: at an address in the environment, else in a container; a suite without a server is named, never silent. */
import { existsSync } from 'node:fs';
import type { StartedTestContainer } from 'testcontainers';

/** What to start when the environment names no address and a Docker engine is there. */
export interface Container {
  image: string;
  port: number;
  url(host: string, port: number): string;
  command?: string[];
  /** A path that answers 2xx over HTTP once the server is ready; without it, an open port is enough. */
  readyPath?: string;
  environment?: Record<string, string>;
}

const CONTAINER_START_MS = 180_000;

const dockerIsThere = (): boolean =>
  process.env.DOCKER_HOST !== undefined ||
  ['/var/run/docker.sock', `${process.env.XDG_RUNTIME_DIR ?? ''}/docker.sock`].some((socket) => existsSync(socket));

/**
 * Declares the tests of `run` against a real server. Its `url` is known inside hooks and tests only, not while they are declared.
 * Without a server, one line on stderr and the title of the skipped block say which suite did not run, and why.
 */
export function serverSuite(name: string, envVariable: string, container: Container, run: (url: () => string) => void): void {
  const given = process.env[envVariable];
  if (given) return describe(name, () => run(() => given));
  if (dockerIsThere()) return describe(name, () => run(startedAround(container)));

  const reason = `${name}: did not run, it needs ${envVariable} or a Docker engine`;
  process.stderr.write(`${reason}\n`);
  describe.skip(reason, () => it('needs a server', () => undefined));
}

/** Starts the container before the first test of the block and stops it after the last. */
function startedAround(container: Container): () => string {
  let started: StartedTestContainer | undefined;

  beforeAll(async () => {
    const { GenericContainer, Wait } = await import('testcontainers');
    const described = new GenericContainer(container.image).withExposedPorts(container.port).withEnvironment(container.environment ?? {});
    if (container.command) described.withCommand(container.command);
    if (container.readyPath) described.withWaitStrategy(Wait.forHttp(container.readyPath, container.port).forStatusCodeMatching((status) => status >= 200 && status < 300));
    started = await described.start();
  }, CONTAINER_START_MS);
  afterAll(async () => {
    await started?.stop();
  });

  return () => {
    if (!started) throw new Error(`The container of ${container.image} has not started yet: ask for its url inside a test or a hook`);
    return container.url(started.getHost(), started.getMappedPort(container.port));
  };
}
