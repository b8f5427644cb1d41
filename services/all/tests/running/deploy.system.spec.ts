/** What is deployed is what was built: settings, paths and hardening in deploy/ and docker-compose.yml are held to the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { waysIn } from '@larder/gateway/callers/ways-in.js';
import { readSettings } from '@larder/kit/settings.js';

const BASE = 'deploy/kustomize/base';
const SERVICES = readdirSync('services').filter((name) => name !== 'all' && existsSync(`services/${name}/main.ts`));

const read = (file: string): string => readFileSync(file, 'utf8');
const filesBelow = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)).filter((name) => /\.(ya?ml|json)$/.test(name));
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The text of one document of a service's file. */
function document(service: string, kind: string): string {
  const found = read(`${BASE}/${service}.yaml`).split(/^---$/m).find((text) => new RegExp(`^kind: (${kind})$`, 'm').test(text));
  if (!found) throw new Error(`${service} has no ${kind}`);
  return found;
}
const workload = (service: string): string => document(service, 'Deployment|StatefulSet');

/** Whatever readSettings looks for is a setting. */
const known = new Set<string>();
readSettings(new Proxy({}, { get: (_, name) => void known.add(String(name)) }));

/** A service's own code, which chooses where it keeps what is neither a fact nor a view. */
const codeOf = (service: string): string => codeIn(`services/${service}`);

const WORKSPACES = ['contracts', 'web', ...readdirSync('services').filter((name) => existsSync(`services/${name}/package.json`)).map((name) => `services/${name}`)];
const codeIn = (folder: string): string => readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(spec|browser)\.ts$|^(dist|node_modules|browser)\b/.test(name)).map((name) => read(join(folder, name))).join('\n');

/** The part of the compose file that is about one service. */
const composed = (service: string): string => new RegExp(`^  ${service}:\\n((?:    .*\\n)+)`, 'm').exec(read('docker-compose.yml'))?.[1] ?? '';

describe('on one computer', () => {
  it('nothing is published to others unless they are named: passwords and mail are those of a trial', () => {
    const published = all(read('docker-compose.yml'), /^ {4}ports: \['(.+)'\]$/gm);
    expect(published).toHaveLength(5);
    for (const address of published) expect(address).toMatch(/^(127\.0\.0\.1|\$\{PUBLISH_ON:-127\.0\.0\.1\}):\d+:\d+$/);
  });
});

describe('a service in the cluster', () => {
  it('is there for every service that can be started alone, and in the kustomization', () => {
    expect(SERVICES).toHaveLength(8);
    for (const service of SERVICES) expect(read(`${BASE}/kustomization.yaml`)).toContain(`- ${service}.yaml\n`);
  });

  it.each([
    'runAsNonRoot: true', 'runAsUser: 1000', 'seccompProfile: { type: RuntimeDefault }', 'allowPrivilegeEscalation: false', 'readOnlyRootFilesystem: true',
    'capabilities: { drop: [ALL] }', 'automountServiceAccountToken: false', 'enableServiceLinks: false',
  ])('is hardened: %s', (line) => {
    for (const service of SERVICES) expect({ service, has: workload(service).includes(line) }).toEqual({ service, has: true });
  });

  it.each(SERVICES)('%s has an account without a token, probes, limits, a budget and a policy', (service) => {
    const text = workload(service);
    expect(document(service, 'ServiceAccount')).toContain('automountServiceAccountToken: false');
    expect(text).toContain(`serviceAccountName: ${service}\n`);
    expect(all(text, /(startup|liveness|readiness)Probe: \{ httpGet/g)).toEqual(['startup', 'liveness', 'readiness']);
    expect(text).toMatch(/limits: \{ cpu: '\d+', memory: \d+Mi \}/);
    expect(text).not.toMatch(/hostNetwork|hostPID|hostPath|privileged: true/);
    for (const kind of ['PodDisruptionBudget', 'NetworkPolicy']) expect(document(service, kind)).toContain(`app.kubernetes.io/name: ${service} `);
    expect(document(service, 'NetworkPolicy')).toContain('policyTypes: [Ingress, Egress]');
  });

  it('is asked for its health where it answers', () => {
    const operations = read('services/kit/operations/operations.ts');
    const paths = new Set(SERVICES.flatMap((service) => all(workload(service), /path: (\/\w+), port/g)));
    expect([...paths].sort()).toEqual(['/healthz', '/readyz']);
    for (const path of [...paths, '/metrics']) expect(operations).toContain(`http.get('${path}'`);
  });

  it.each(SERVICES)('%s is updated one copy after the other, without a moment in which nobody is there', (service) => {
    expect(workload(service)).toMatch(/strategy: \{ type: RollingUpdate, rollingUpdate: \{ (maxSurge: 1, maxUnavailable: 0|maxUnavailable: 0, maxSurge: 1) \} \}/);
    expect(all(read(`${BASE}/${service}.yaml`), /^ {2}(?:replicas|minReplicas): (\d+)$/gm)).toEqual(['2']);
  });

  it.each(SERVICES)('%s has a volume exactly when its code keeps files in DATA_DIR and it is not told of a keep, which its code then knows', (service) => {
    const [keepsFiles, canShare] = ['DATA_DIR', 'KEEP_URL'].map((setting) => codeOf(service).includes(setting));
    const shares = workload(service).includes('- { name: KEEP_URL, valueFrom: { secretKeyRef: { name: larder-stores, key: keep } } }');
    expect(shares && !canShare).toBe(false);
    expect(workload(service).includes('volumeClaimTemplates:')).toBe(keepsFiles && !shares);
    // One copy each, on files.
    expect(composed(service).includes(':/data')).toBe(keepsFiles);
  });

  it('talks to nobody unless its own file says so', () => {
    const deny = read(`${BASE}/network.yaml`);
    expect(deny).toContain('podSelector: {}\n  policyTypes: [Ingress, Egress]');
    expect(deny).not.toContain('ingress:');
  });

  it.each(['alerts', 'gateway', 'identity', 'vending'])('%s reaches the outside world over IPv4 and IPv6, and nothing inside that way', (service) => {
    const [outside, inside] = [new BlockList(), new BlockList()];
    const add = (to: BlockList, cidr: string): void => {
      const [net = '', bits] = cidr.split('/');
      to.addSubnet(net, Number(bits), net.includes(':') ? 'ipv6' : 'ipv4');
    };
    for (const [, cidr = '', except = ''] of document(service, 'NetworkPolicy').matchAll(/ipBlock: \{ cidr: '?([^', ]+)'?(?:, except: \[(.+)\])? \}/g)) {
      add(outside, cidr);
      for (const one of all(except, /([^, ]+)/g)) add(inside, one);
    }
    const reached = (address: string): boolean => [outside, inside].map((list) => list.check(address, address.includes(':') ? 'ipv6' : 'ipv4')).join() === 'true,false';
    expect(['52.15.183.38', '2606:4700:4700::1111'].filter((address) => !reached(address))).toEqual([]);
    expect(['10.96.0.1', '100.64.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1', '::1', 'fd00:ec2::254', 'fe80::1'].filter(reached)).toEqual([]);
  });
});

describe('what is set', () => {
  it('is told of, all of it, where whoever runs it looks first', () => {
    expect([...known].filter((name) => !read('README.md').includes(`\`${name}\``))).toEqual([]);
  });

  it('has a name the settings know', () => {
    const inManifests = SERVICES.flatMap((service) => all(workload(service), /- \{ name: ([A-Z][A-Z_]+),/g));
    const inMap = all(read(`${BASE}/settings.env`), /^([A-Z_]+)=/gm);
    const compose = read('docker-compose.yml');
    const shared = all(compose.slice(0, compose.indexOf('\nservices:')), /^ {2}([A-Z_]+):/gm);
    const ofServices = SERVICES.flatMap((service) => all(composed(service), /^ {6}([A-Z_]+):/gm));
    const inOverlays = filesBelow('deploy/kustomize/overlays').flatMap((file) => all(read(file), /path: \/data\/([A-Z_]+)/g));
    const inImage = all(read('deploy/Dockerfile'), /(?:^ENV |\s)([A-Z_]+)=/gm);
    for (const names of [inManifests, inMap, shared, ofServices, inOverlays, inImage]) expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect([inManifests, inMap, shared, ofServices, inOverlays, inImage].every(({ length }) => length > 0)).toBe(true);
  });

  it('starts the services anew where it is set otherwise: a map that keeps its name is read by nobody again', () => {
    expect(read(`${BASE}/kustomization.yaml`)).toContain('configMapGenerator:\n  - name: larder-settings\n');
    expect(filesBelow('deploy').filter((file) => /disableNameSuffixHash: true|^kind: ConfigMap$/m.test(read(file)))).toEqual([]);
  });

  it('takes a company over to its own sign-in, as the page says, step by step', () => {
    const values = (text: string) => Object.fromEntries([...text.matchAll(/path: \/data\/([A-Z_]+), value: '(.+)' \}$/gm)].map(([, name, value]) => [name as string, value as string]));
    const [both, off] = read('deploy/README.md').split('## Going over to')[1]!.split('2. Passwords off:').map((part) => values(part.split('## ')[0] as string));
    const after = (environment: Record<string, string>) => {
      const settings = readSettings(environment);
      return [waysIn(settings).map(({ kind }) => kind), settings.TRUSTED_ISSUERS.length, settings.OWN_SIGN_IN];
    };
    expect([after(both!), after({ ...both, ...off })]).toEqual([[['oidc', 'cognito'], 1, true], [['oidc'], 1, false]]);
    for (const service of ['gateway', 'identity']) expect(composed(service)).toContain('*sign-in');
  });

  it('is a secret by reference only', () => {
    for (const service of SERVICES) {
      const given = all(workload(service), /- \{ name: (?:BUS_URL|KEEP_URL|VAULT_KEY\w*|STRIPE_\w+|SMTP_URL|DEVICE_BROKER_URL|DEVICE_ISSUER_SEED), (\w+): /g);
      expect(new Set(given)).toEqual(new Set(['valueFrom']));
    }
    for (const file of filesBelow('deploy/kustomize')) expect({ file, has: /^kind: Secret$/m.test(read(file)) }).toEqual({ file, has: false });
  });

  it('starts every service on this bus as a user of its own', () => {
    const users = all(read('deploy/nats/nats.conf'), /user: ([\w-]+), password: \$BUS_PASSWORD/g);
    for (const service of SERVICES) {
      expect(users).toContain(service);
      expect(composed(service)).toContain(`command: [${service}]`);
      expect(composed(service)).toContain(`nats://${service}:`);
      expect(workload(service)).toContain(`name: larder-bus, key: ${service} `);
    }
  });

  it('lets no service of ours be asked about at the auth callout: whoever is not listed there is taken for a machine', () => {
    const conf = read('deploy/nats/nats.conf');
    const users = all(conf, /\{ user: ([\w-]+), password/g);
    const listed = /auth_users: \[([^\]]+)\]/.exec(conf)?.[1]?.split(', ');
    expect(users.length).toBeGreaterThan(SERVICES.length);
    expect(listed).toEqual(users);
    // A machine's secret opens the MQTT listener only, and a service's password does not open that.
    for (const line of conf.split('\n').filter((text) => text.includes('{ user:'))) expect(line).toContain('allowed_connection_types: ["STANDARD"]');
  });

  it('names images by an exact tag', () => {
    const images = [...all(read('docker-compose.yml'), /image: (\S+)/g), ...all(read('deploy/Dockerfile'), /^FROM (\S+)/gm)].filter((image) => image !== 'larder:local');
    expect(images.length).toBeGreaterThan(6);
    for (const image of images) expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+\.\d+(-\w+)?$/);
  });

  it('finds every package at the top, which is all that the image takes along', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> };
    expect(Object.keys(packages)).toContain('node_modules/libsql');
    expect(Object.keys(packages).filter((path) => /^(contracts|services)\b.*\/node_modules\//.test(path))).toEqual([]);
  });

  it.each(WORKSPACES)('%s names each package that its code imports: another workspace may stop bringing it along', (workspace) => {
    const named = new Set(['.', workspace].flatMap((folder) => {
      const { name, dependencies, devDependencies } = JSON.parse(read(`${folder}/package.json`)) as Record<string, object> & { name: string };
      return folder === '.' ? Object.keys(devDependencies ?? {}) : [name, ...Object.keys({ ...dependencies, ...devDependencies })];
    }));
    const imported = all(codeIn(workspace), /^(?:import |(?:import|export|\}) [^';]*from )'((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?';$/gm);
    expect(imported.length).toBeGreaterThan(5);
    expect([...new Set(imported)].filter((name) => !named.has(name))).toEqual([]);
  });

  it('copies every workspace before it installs', () => {
    for (const workspace of WORKSPACES) expect(read('deploy/Dockerfile')).toContain(`COPY ${workspace}/package.json ${workspace}/\n`);
  });
});
