/** What wakes somebody is counted, tried, reaches them and leads to a page: rules, dashboards and runbooks in deploy/ are held to the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMetrics } from '@larder/kit/metrics.js';

const RUNBOOKS = 'deploy/runbooks';
const SERVICES = readdirSync('services').filter((name) => name !== 'all' && existsSync(`services/${name}/main.ts`));

const read = (file: string): string => readFileSync(file, 'utf8');
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);
const codeOf = (service: string): string => readdirSync(`services/${service}`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !/^(dist|node_modules)\b/.test(name)).map((name) => read(join('services', service, name))).join('\n');

describe('what is watched', () => {
  const rules = read('deploy/monitoring/alerts.yml');
  const dashboards = readdirSync('deploy/monitoring/dashboards').map((name) => join('deploy/monitoring/dashboards', name));

  it('is counted: every metric of a rule, a dashboard or a runbook exists', async () => {
    const counted = new Set((await openMetrics().registry.getMetricsAsJSON()).map(({ name }) => name));
    const texts = [rules, ...dashboards.map(read), ...readdirSync(RUNBOOKS).map((name) => read(join(RUNBOOKS, name)))];
    const named = new Set(texts.flatMap((text) => all(text, /\b(larder_[a-z0-9_]+)/g)));
    expect(named.size).toBeGreaterThan(8);
    expect([...named].filter((name) => !counted.has(name) && !counted.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
  });

  it('is told apart by what the metric has: every label in a rule or on the dashboard is one of its own, or is put there by who scrapes', () => {
    const { registry } = openMetrics();
    const labels = new Map(registry.getMetricsAsArray().map((metric) => [metric.name, (metric as unknown as { labelNames: string[] }).labelNames]));
    const shown = dashboards.flatMap((file) => (JSON.parse(read(file)) as { panels: { targets?: { expr: string }[] }[] }).panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)));
    const asked = [...shown, ...rules.split('- alert: ').slice(1).map((rule) => rule.replace(/\n {8}(for|labels|annotations):[^]*/, ''))].filter((expr) => expr.includes('larder_'));
    expect(asked.length).toBeGreaterThan(30);
    const strange = asked.flatMap((expr) => {
      const has = new Set(['namespace', 'instance', 'job', 'container', 'le', ...all(expr, /\b(larder_[a-z0-9_]+)/g).flatMap((name) => labels.get(name) ?? labels.get(name.replace(/_(bucket|count|sum)$/, '')) ?? [])]);
      const wanted = [...all(expr, /\bby \(([^)]*)\)/g).flatMap((list) => list.split(/, ?/)), ...all(expr, /\blarder_[a-z0-9_]+\{((?:[^}"]|"[^"]*")*)\}/g).flatMap((matchers) => all(matchers, /(\w+)[=!]~?"/g))];
      return wanted.filter((label) => !has.has(label)).map((label) => `${label} in ${expr.trim()}`);
    });
    expect(strange).toEqual([]);
  });

  it('is looked at: every metric of ours stands in a rule or on the dashboard', async () => {
    const ours = (await openMetrics().registry.getMetricsAsJSON()).map(({ name }) => name).filter((name) => !/^larder_(nodejs|process)_/.test(name));
    const texts = [rules, ...dashboards.map(read)].join('\n');
    expect(ours.length).toBeGreaterThan(12);
    expect(ours.filter((name) => !new RegExp(`\\b${name}(_bucket|_count|_sum)?\\b`).test(texts))).toEqual([]);
  });

  it('wakes somebody also when what there is too little of is not told at all: a process that has counted none since its start names none', () => {
    const tooLittle = rules.split('- alert: ').filter((text) => /^ +(expr: .* )?< /m.test(text) && text.includes('rate(larder_'));
    expect(tooLittle).toHaveLength(1);
    for (const text of tooLittle) expect(text).toMatch(/ or 0 \* .+\n +< /);
  });

  it('is tried: every alert is seen to fire and to be silent', () => {
    const tried = read('deploy/monitoring/alerts.test.yml');
    const alerts = all(rules, /- alert: (\w+)/g);
    expect(alerts.length).toBeGreaterThan(15);
    const untried = (moment: (alert: string) => RegExp): string[] => alerts.filter((alert) => !moment(alert).test(tried));
    expect(untried((alert) => new RegExp(`alertname: ${alert}\\n +exp_alerts:`))).toEqual([]);
    // The one that is to be missed is never silent.
    expect(untried((alert) => new RegExp(`alertname: ${alert} \\}`))).toEqual(['LarderWatchdog']);
  });

  it('reaches somebody, by how urgent it is; only a ticket is held back, and only by a page, and no secret is told', () => {
    const reached = read('deploy/monitoring/alertmanager.yml');
    const severityOf = new Map([...rules.matchAll(/- alert: (\w+)[^]+?severity: (\w+)/g)].map(([, alert = '', severity]) => [alert, severity]));
    for (const line of ['route:\n  receiver: tickets\n', ...['page', 'watchdog'].map((severity) => `matchers: [severity="${severity}"]\n      receiver: ${severity === 'page' ? 'pages' : severity}\n`)]) expect(reached).toContain(line);
    expect(new Set(severityOf.values())).toEqual(new Set(['page', 'ticket', 'watchdog']));
    const named = (matchers: string) => new Set(all(reached, new RegExp(`${matchers}: \\['?alertname=~?"([^"]+)"`, 'g')).flatMap((names) => names.split('|')).map((name) => severityOf.get(name)));
    expect([named('source_matchers'), named('target_matchers'), all(reached, /(\w*(?:password|key|token|secret|url)\w*): /g)]).toEqual([new Set(['page']), new Set(['ticket']), ['smtp_auth_password_file']]);
  });

  it('finds in the log what a runbook looks for there', () => {
    const sought = readdirSync(RUNBOOKS).flatMap((name) => all(read(join(RUNBOOKS, name)), /grep '([^']+)'/g));
    const code = ['kit', ...SERVICES].map(codeOf).join('\n');
    expect(sought.length).toBeGreaterThan(1);
    expect(sought.filter((words) => !code.includes(`'${words}`))).toEqual([]);
  });

  it('shows dashboards that Grafana can read', () => {
    for (const file of dashboards) expect(JSON.parse(read(file))).toMatchObject({ uid: 'larder', title: 'Larder' });
  });

  it('wakes nobody without a page that says what to do', () => {
    const runbooks = all(rules, /runbook: (\S+?) ?\}/g);
    expect(runbooks).toHaveLength(all(rules, /- alert: (\w+)/g).length);
    for (const file of runbooks) expect({ file, exists: existsSync(file) }).toEqual({ file, exists: true });
  });

  it('is led to a page that knows what woke them', () => {
    const lost = [...rules.matchAll(/- alert: (\w+)[^]+?runbook: (\S+?) ?\}/g)].filter(([, alert = '', page = '']) => !read(page).includes(`\`${alert}\``));
    expect(lost.map(([, alert, page]) => `${alert}: ${page}`)).toEqual([]);
  });

  it('asks every service', () => {
    for (const service of SERVICES) expect(read('deploy/monitoring/prometheus.yml')).toContain(`'${service}:3000'`);
  });
});
