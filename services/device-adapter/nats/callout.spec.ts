import { nkeys } from '@nats-io/transport-node';
import { letIn, readKnock } from './callout.js';
import { claimsOf, issuerFrom, signed } from './signed.js';

const issuer = issuerFrom(Buffer.from(nkeys.createAccount().getSeed()).toString());
/** As a server asks about somebody who comes over MQTT under their own name. */
const knock = (change: { type?: string; mqtt_id?: string; user?: string; pass?: string | undefined } = {}) => {
  const { type, mqtt_id, user, pass } = { type: 'mqtt', mqtt_id: 'VM-001', user: 'VM-001', pass: 'secret', ...change };
  return readKnock(signed(issuer, 'one', 0, { sub: 'U1', aud: 'S1', nats: { type: 'authorization_response', server_id: { id: 'S1' }, user_nkey: 'U1', client_info: { type, mqtt_id }, connect_opts: { user, pass } } }));
};

describe('Who knocks at a NATS server', () => {
  it('is a machine over MQTT, under its own name', () => expect(knock()).toEqual({ serverId: 'S1', userKey: 'U1', shown: { machineId: 'VM-001', secret: 'secret' } }));
  it.each([
    ['not over MQTT', { type: 'nats' }], ['as another machine', { mqtt_id: 'VM-002' }], ['under a name that opens more subjects than its own', { user: 'VM.>', mqtt_id: 'VM.>' }], ['without a secret', { pass: undefined }],
  ])('is none %s', (_, change) => expect(knock(change).shown).toBeUndefined());

  it('may speak on its own subjects and hear its own orders, for an hour', () => {
    const { nats: { jwt } } = claimsOf(letIn(knock(), 'VM-001', 'salt', { issuer, id: () => 'one', now: () => 0 })) as { nats: { jwt: string } };
    expect(claimsOf(jwt)).toMatchObject({
      sub: 'U1', aud: 'DEVICES', name: 'VM-001/salt', exp: 3600,
      nats: { allowed_connection_types: ['MQTT'], pub: { allow: ['vend.v1.dev.VM-001.evt', 'vend.v1.dev.VM-001.tel'] }, sub: { allow: ['vend.v1.dev.VM-001.cmd'] } },
    });
  });
});
