import { misspelt } from './misspelt.js';
import { settingNames } from './settings.js';

it.each([
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'], ['SMTP_URI', 'SMTP_URL'], ['READONLY', 'READ_ONLY'], ['public_url', 'PUBLIC_URL'], ['EVENTSTORE_URL', 'EVENT_STORE_URL'], ['DATADIR', 'DATA_DIR'],
])('%s is told to be like %s, as long as that is not set', (name, like) => {
  expect(misspelt({ [name]: 'x' })).toEqual([{ name, like }]);
  expect(misspelt({ [name]: 'x', [like]: 'y' })).toEqual([]);
});

it('What others set is no setting misspelt, and neither are settings', () => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'LANG', 'NODE_OPTIONS', 'NODE_VERSION', 'NATS_PORT', 'VENDING_PORT', 'KUBERNETES_PORT', 'OTEL_TRACES_SAMPLER', 'OTEL_EXPORTER_OTLP_HEADERS', 'LARDER_PASSWORD', 'npm_config_cache', 'LOGNAME'];
  expect(misspelt(Object.fromEntries([...others, ...settingNames].map((name) => [name, 'x'])))).toEqual([]);
  expect(misspelt(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
});
