/** Whatever runs in the cluster is hardened: every workload in deploy/kustomize, its probes, limits, budget and policy, and what the stores keep. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'deploy/kustomize';
const STORES = ['nats', 'kurrentdb', 'mongodb'];

const read = (file: string): string => readFileSync(file, 'utf8');
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).map((name) => join(FOLDER, name)).filter((name) => name.endsWith('.yaml'));
const documents = files.flatMap((file) => read(file).split(/^---$/m));
const kindOf = (text: string): string => /^kind: (\w+)$/m.exec(text)?.[1] ?? '';
const nameOf = (text: string): string => /^metadata:(?: \{|\n {2}) ?name: ([\w-]+)/m.exec(text)?.[1] ?? '';
const ofKind = (...kinds: string[]): string[] => documents.filter((text) => kinds.includes(kindOf(text)));
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

const running = ofKind('Deployment', 'StatefulSet');
const passing = ofKind('Job', 'CronJob');
const workloads: [name: string, text: string][] = [...running, ...passing].map((text) => [`${kindOf(text)} ${nameOf(text)}`, text]);
const podLabel = (text: string): string => all(text, /app\.kubernetes\.io\/name: ([\w-]+)/g).at(-1) ?? '';

describe('whatever runs in the cluster', () => {
  it('is looked at here: services, stores, and the jobs beside them', () => {
    expect(running).toHaveLength(8 + STORES.length);
    expect(passing.map(nameOf).sort()).toEqual(['backup-keep', 'backup-log', 'backup-mongodb', 'mongodb-members', 'restore-keep', 'restore-log']);
  });

  it.each(workloads)('%s may do nothing it does not need, and takes no more than its share', (_, text) => {
    const missing = [
      'runAsNonRoot: true', 'seccompProfile: { type: RuntimeDefault }', 'allowPrivilegeEscalation: false', 'readOnlyRootFilesystem: true', 'capabilities: { drop: [ALL] }',
      'automountServiceAccountToken: false', 'enableServiceLinks: false',
    ].filter((line) => !text.includes(line));
    expect(missing).toEqual([]);
    expect(text).toMatch(/runAsUser: [1-9]\d*$/m);
    expect(text).toMatch(/requests: \{ cpu: \d+m, memory: \d+Mi \}/);
    expect(text).toMatch(/limits: \{ cpu: '\d+', memory: \d+Mi \}/);
    expect(text).toMatch(/- \{ name: tmp, emptyDir: \{ sizeLimit: \d+Mi \} \}/);
    expect(text).not.toMatch(/hostNetwork|hostPID|hostPath|privileged: true/);
    expect(all(text, /image: (\S+)/g).every((image) => image === 'larder' || /^[\w./-]+:\d+\.\d+\.\d+(-\w+)?$/.test(image))).toBe(true);
  });

  it.each(workloads)('%s has an account that is there, without a token, and a policy about whom it talks to', (_, text) => {
    const account = /serviceAccountName: (\S+)/.exec(text)?.[1];
    const found = ofKind('ServiceAccount').find((document) => nameOf(document) === account);
    expect(found).toContain('automountServiceAccountToken: false');
    const policy = ofKind('NetworkPolicy').find((document) => document.includes(`podSelector: { matchLabels: { app.kubernetes.io/name: ${podLabel(text)} } }\n  policyTypes: [Ingress, Egress]`));
    expect(policy).toBeDefined();
  });

  it.each(running.map((text): [string, string] => [nameOf(text), text]))('%s is asked whether it has begun, lives and may be used, and loses one copy at a time', (name, text) => {
    expect(all(text, /(startup|liveness|readiness)Probe: \{ (?:httpGet|exec)/g)).toEqual(['startup', 'liveness', 'readiness']);
    expect(ofKind('PodDisruptionBudget').some((document) => document.includes(`maxUnavailable: 1\n  selector: { matchLabels: { app.kubernetes.io/name: ${name} } }`))).toBe(true);
  });

  it.each(passing.map((text): [string, string] => [nameOf(text), text]))('%s ends: it is not repeated for ever', (_, text) => {
    expect(text).toMatch(/backoffLimit: \d+/);
    if (kindOf(text) === 'CronJob') expect(text).toMatch(/concurrencyPolicy: Forbid[^]*activeDeadlineSeconds: \d+/);
  });

  it('reaches what it is told of by a setting of its own: a collector of traces', () => {
    const policy = ofKind('NetworkPolicy').find((document) => nameOf(document) === 'traces') ?? '';
    expect(policy).toContain('podSelector: { matchLabels: { app.kubernetes.io/part-of: larder } }');
    expect(policy).toMatch(/role: monitoring [^]*port: 4318/);
  });

  it('gets its secrets by reference', () => {
    expect(ofKind('Secret')).toEqual([]);
    for (const text of documents) expect({ of: nameOf(text), secret: all(text, /name: \w*(?:PASSWORD|ISSUER_SEED|SECRET)\w*, (value): /g) }).toEqual({ of: nameOf(text), secret: [] });
  });
});

describe('a store in the cluster', () => {
  it.each(STORES)('%s has three members on three nodes, a volume each, and takes calls from Larder only', (store) => {
    const text = read(`${FOLDER}/components/stores/${store}.yaml`);
    for (const line of ['  replicas: 3\n', 'topologyKey: kubernetes.io/hostname', 'requiredDuringSchedulingIgnoredDuringExecution', 'volumeClaimTemplates:', `serviceName: ${store}-members\n`, 'clusterIP: None']) expect(text).toContain(line);
    expect(text).toContain('- podSelector: { matchLabels: { app.kubernetes.io/part-of: larder } }');
  });

  it('says how often JetStream syncs and how many copies it keeps', () => {
    expect(read('deploy/nats/nats.conf')).toMatch(/jetstream \{[^}]*sync_interval: \w+/);
    expect(read(`${FOLDER}/components/stores/kustomization.yaml`)).toContain("path: /data/BUS_REPLICAS, value: '3'");
    expect(read('deploy/nats/kustomization.yaml')).toContain('files: [nats.conf, cluster.conf]');
    const given = new Set(all(read(`${FOLDER}/components/stores/nats.yaml`), /- \{ name: ([A-Z_0-9]+),/g));
    const wanted = ['nats.conf', 'cluster.conf'].flatMap((name) => all(read(`deploy/nats/${name}`), /(?::|,|\[) ?\$([A-Z][A-Z_0-9]+)(?=[\s,\]}])/g));
    expect(wanted.length).toBeGreaterThan(6);
    expect(wanted.filter((name) => !given.has(name))).toEqual([]);
  });

  it('is backed up at night, but for NATS, which holds nothing of its own; the keep is, and no service has a volume', () => {
    const backups = read(`${FOLDER}/components/stores/backups.yaml`);
    expect(running.filter((text) => text.includes('volumeClaimTemplates:')).map(nameOf).sort()).toEqual([...STORES].sort());
    expect(backups).toContain("move, --to, 'sqlite:/backups/log/larder.db'");
    const keeping = backups.split(/^---$/m).find((text) => text.includes('name: backup-keep,'));
    // What the script does is tried in backup-keep.spec.ts.
    for (const part of ['command: [sh, /scripts/backup-keep.sh, /backups/keep]', '{ name: scripts, configMap: { name: backup-scripts } }', '{ name: URL, valueFrom: { secretKeyRef: { name: larder-stores, key: keep } } }']) expect(keeping).toContain(part);
    expect(read(`${FOLDER}/components/stores/kustomization.yaml`)).toContain('  - name: backup-scripts\n    files: [backup-keep.sh]\n');
    // The vault may be newer than the log, never older.
    const hourOf = (name: string): number => Number(new RegExp(`name: ${name},[^]*?schedule: '0 (\\d+) `).exec(backups)?.[1]);
    expect(hourOf('backup-log')).toBeLessThan(hourOf('backup-keep'));
  });

  it('is asked by runbooks in the way it answers', () => {
    const scheme = /livenessProbe: \{ httpGet: \{ path: \/health\/live, port: http, scheme: (\w+)/.exec(read(`${FOLDER}/components/stores/kurrentdb.yaml`))?.[1]?.toLowerCase();
    const asked = readdirSync('deploy/runbooks').flatMap((name) => all(read(join('deploy/runbooks', name)), /(https?):\/\/[\w.-]+:2113/g));
    expect(asked.length).toBeGreaterThan(2);
    expect(new Set(asked)).toEqual(new Set([scheme]));
  });

  it('can be had back: the runbook names the jobs that are there', () => {
    const runbook = read('deploy/runbooks/restore-from-backup.md');
    const named = all(runbook, /(deploy\/kustomize\/[\w/-]+)/g);
    expect(named).toContain('deploy/kustomize/jobs/restore');
    for (const path of named) expect({ path, exists: existsSync(path) }).toEqual({ path, exists: true });
    // In whichever namespace: and not by `apply`, which takes the jobs of an earlier restore for this one and starts nothing.
    expect(read(`${FOLDER}/jobs/restore/kustomization.yaml`)).not.toMatch(/^namespace:/m);
    expect(all(runbook, /kubectl (\w+) -n <namespace>[^`]*-k deploy\/kustomize\/jobs\/restore/g)).toEqual(['delete', 'create']);
  });

  it('tells whoever is woken when a backup is missing: each is watched', () => {
    const watched = /LarderBackupMissing[^]*?kube_cronjob_created\{cronjob=~"backup-\(([\w|]+)\)"/.exec(read('deploy/monitoring/alerts.yml'))?.[1]?.split('|').map((name) => `backup-${name}`);
    expect(watched?.sort()).toEqual(ofKind('CronJob').map(nameOf).sort());
    const volumes = new RegExp(`^(${/persistentvolumeclaim=~"([^"]+)"/.exec(read('deploy/monitoring/alerts.yml'))?.[1] ?? ''})$`);
    for (const claim of [...ofKind('PersistentVolumeClaim').map(nameOf), ...STORES.map((store) => `data-${store}-0`)]) expect(claim).toMatch(volumes);
  });

  it('can be given another image soon after: a job of before is not in the way for a day', () => {
    const members = ofKind('Job').find((text) => nameOf(text) === 'mongodb-members');
    expect(Number(/ttlSecondsAfterFinished: (\d+)/.exec(members ?? '')?.[1])).toBeLessThan(3600);
  });
});
