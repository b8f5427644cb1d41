import { readSettings } from './settings.js';

describe('Settings', () => {
  it('need nothing at all for the embedded default', () => {
    expect(readSettings({})).toMatchObject({ EVENT_STORE_URL: 'sqlite:./data/larder.db', BUS_URL: 'in-process:', READ_STORE_URL: 'sqlite:./data/views.db', PORT: 3000, READ_ONLY: false });
  });

  it('keep views beside an embedded log, in a file of their own, and in memory where the log is', () => {
    expect(readSettings({ DATA_DIR: '/here', EVENT_STORE_URL: 'sqlite:/there/log.db' }).READ_STORE_URL).toBe('sqlite:/here/views.db');
    for (const EVENT_STORE_URL of ['sqlite::memory:', 'kurrentdb://there']) expect(readSettings({ EVENT_STORE_URL }).READ_STORE_URL).toBe('memory:');
    expect(() => readSettings({ READ_STORE_URL: 'sqlite:./data/larder.db' })).toThrow('READ_STORE_URL: needs a file of its own');
  });

  it('name what is wrong, and every wrong one, without its value', () => {
    const wrong = { PORT: 'eighty', READ_ONLY: 'yes', BUS_URL: 'nats.example with a secret' };
    expect(() => readSettings(wrong)).toThrow('Settings: BUS_URL: is neither in-process: nor nats://… nor tls://…; PORT: is not a number from 0 to 65535; READ_ONLY: is neither true nor false');
    expect(() => readSettings(wrong)).not.toThrow(/a secret/);
  });

  it.each([
    { PORT: ' ' }, { SET_ASIDE_AFTER_SECONDS: ' ' }, { PORT: '80.5' }, { BUS_URL: 'nats://::::' }, { BUS_URL: 'nats://a:4222,b:4222' }, { SMTP_URL: 'smtp://:::::' }, { SMTP_URL: 'smtp://mail:99999' }, { SMTP_URL: 'smtp://user:50%@mail' },
    { READ_STORE_URL: 'mongodb://%%%' }, { READ_STORE_URL: 'mongodb:///larder' }, { READ_STORE_URL: 'mongodb://user:a@b@mongodb/larder' }, { READ_STORE_URL: 'mongodb://user:a/b@mongodb/larder' }, { KEEP_URL: 'mongodb://user:50%@mongodb/keep' },
    { NODE_ENV: 'Production' }, { NODE_ENV: 'prod' }, { DEVICE_BROKER_URL: 'mqtt://:::' }, { MAIL_FROM: 'nobody' }, { MAIL_FROM: 'Larder <>' }, { MQTT_TOLD_HOST: 'mqtt://machines.example' }, { MQTT_TOLD_HOST: `${'m'.repeat(60)}.com` },
  ])('refuse %j by name, at the start', (wrong) => {
    expect(() => readSettings(wrong)).toThrow(new RegExp(`^Settings: ${Object.keys(wrong)[0]}: is [^;]+(;[^;:]+)?$`));
  });

  it.each([
    { BUS_URL: 'nats://gateway:p%40ss@a:4222, tls://b' }, { SMTP_URL: 'smtps://user%40example.org:p@mail.example.org:465/?pool=true' }, { MAIL_FROM: 'no-reply@larder.example' }, { PORT: '0' },
    { READ_STORE_URL: 'mongodb://root:p%2Fw@m-0:27017,m-1,[::1]:27017/larder?replicaSet=rs' }, { KEEP_URL: 'mongodb+srv://keep.example' }, { DEVICE_BROKER_URL: 'mqtts://broker:8883' },
    { READ_STORE_URL: 'sqlite:/disk/100%/views.db' }, { MQTT_TOLD_HOST: 'machines.example' },
  ])('take %j', (good) => expect(() => readSettings(good)).not.toThrow());

  it('take a master key of 256 bits and nothing else, and keep a wrong one to themselves', () => {
    expect(readSettings({ VAULT_KEY: 'Ab'.repeat(32) }).VAULT_KEY).toBe('Ab'.repeat(32));
    for (const name of ['VAULT_KEY', 'VAULT_KEY_NEXT', 'VAULT_KEY_PREVIOUS']) {
      for (const key of ['ab'.repeat(31), `${'ab'.repeat(31)}xy`, 'ab'.repeat(33)]) {
        expect(() => readSettings({ [name]: key })).toThrow(`${name}: is not 64 hexadecimal digits`);
        expect(() => readSettings({ [name]: key })).not.toThrow(key.slice(0, 8));
      }
    }
  });

  it('do not let keys lie where views are dropped', () => {
    const READ_STORE_URL = 'mongodb://mongodb:27017/larder?replicaSet=rs';
    expect(() => readSettings({ READ_STORE_URL, KEEP_URL: 'mongodb://mongodb:27017/larder/' })).toThrow('KEEP_URL: needs a database of its own');
    for (const KEEP_URL of ['mongodb://mongodb:27017/keep', 'mongodb://other:27017/larder', 'mongodb://mongodb:27018/larder', 'files:']) expect(readSettings({ READ_STORE_URL, KEEP_URL }).KEEP_URL).toBe(KEEP_URL);
  });

  it.each([
    ['mongodb://mongodb/larder', 'mongodb://mongodb'], ['mongodb://mongodb', 'mongodb://mongodb/larder'], ['mongodb://mongodb?replicaSet=rs', 'mongodb://mongodb/?w=1'], ['mongodb://views:a@mongodb/larder', 'mongodb://keep:b@mongodb/larder?authSource=admin'],
    ['mongodb://mongodb/larder', 'mongodb://MongoDB:27017/larder'], ['mongodb://m-0,m-1,m-2/larder', 'mongodb://m-2:27017/larder'], ['mongodb+srv://mongodb.example/larder', 'mongodb+srv://a:b@mongodb.example/larder'],
  ])('see that %s and %s are one database', (READ_STORE_URL, KEEP_URL) => {
    expect(() => readSettings({ READ_STORE_URL, KEEP_URL })).toThrow('KEEP_URL: needs a database of its own');
  });

  it('do not turn sign-ins of our own off where there is no other way in', () => {
    const [SIGN_IN, TRUSTED_ISSUERS] = ['[]', '[{"issuer":"https://id.example","audience":"c","jwksUri":"https://id.example/jwks"}]'];
    for (const more of [{}, { SIGN_IN }, { TRUSTED_ISSUERS }]) expect(() => readSettings({ OWN_SIGN_IN: 'false', ...more })).toThrow('OWN_SIGN_IN: can be false only where SIGN_IN and TRUSTED_ISSUERS name another way in');
    expect(readSettings({ OWN_SIGN_IN: 'false', SIGN_IN, TRUSTED_ISSUERS }).OWN_SIGN_IN).toBe(false);
  });

  it('do not let Stripe in without the secret that proves its messages', () => {
    expect(() => readSettings({ STRIPE_SECRET_KEY: 'sk_test_12345' })).toThrow('STRIPE_WEBHOOK_SECRET');
  });

  it.each(['pk_test_12345', 'whsec_12345', 'sk_test_12345\n', 'sk_'])('take %j for no secret key of Stripe: the first guest would find out', (STRIPE_SECRET_KEY) => {
    expect(() => readSettings({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_12345' })).toThrow('STRIPE_SECRET_KEY: is no secret key of Stripe');
    expect(() => readSettings({ STRIPE_SECRET_KEY: 'sk_test_12345', STRIPE_WEBHOOK_SECRET: STRIPE_SECRET_KEY.replace('whsec', 'we') })).toThrow('STRIPE_WEBHOOK_SECRET: is no webhook secret');
  });

  it('do not take test pages for Stripe where half of it is set', () => {
    expect(() => readSettings({ STRIPE_WEBHOOK_SECRET: 'whsec_12345' })).toThrow('STRIPE_SECRET_KEY: needed together with STRIPE_WEBHOOK_SECRET');
  });

  it('let nobody have a NATS server let machines in without the key that signs who they are, nor give that key to no use', () => {
    const [DEVICE_BROKER_URL, DEVICE_ISSUER_SEED] = ['nats://device-link:p@nats:4222', `SA${'A'.repeat(56)}`];
    expect(readSettings({ DEVICE_BROKER_URL, DEVICE_ISSUER_SEED }).DEVICE_ISSUER_SEED).toBe(DEVICE_ISSUER_SEED);
    for (const half of [{ DEVICE_BROKER_URL }, { DEVICE_ISSUER_SEED }]) expect(() => readSettings(half)).toThrow('DEVICE_ISSUER_SEED: needed when DEVICE_BROKER_URL is a NATS server');
  });

  it('offer with Stripe the currency its account pays out only, unless others are named', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_12345', STRIPE_WEBHOOK_SECRET: 'whsec_12345' };
    expect([readSettings(stripe).CURRENCIES, readSettings({ ...stripe, CURRENCIES: 'EUR, USD' }).CURRENCIES]).toEqual([['USD'], ['EUR', 'USD']]);
    expect(readSettings({}).CURRENCIES.length).toBeGreaterThan(1);
  });

  it('put paths behind an address that was given with a slash at its end', () => {
    expect(readSettings({ PUBLIC_URL: 'https://larder.example/' }).PUBLIC_URL).toBe('https://larder.example');
    expect(() => readSettings({ PUBLIC_URL: 'larder.example:443' })).toThrow('PUBLIC_URL: is not an address like https://larder.example');
  });
});
