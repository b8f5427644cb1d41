/** A device-adapter that is told to end while machines report: what it was storing it stores, and nobody is called because of an acknowledgement that cannot go out any more. */
import { openNatsLink } from '@larder/device-adapter/nats/nats-link.js';
import { findNatsServer } from '@larder/kit/bus/nats/nats-server.js';
import { systemChance, systemClock } from '@larder/kit/time.js';
import { startDeployedNats } from './deployed-nats.testing.js';

const program = findNatsServer();
const title = 'A link over NATS that ends';
if (!program) process.stderr.write(`${title}: did not run, it needs the program nats-server\n`);

(program ? describe : describe.skip)(program ? title : `${title}: needs the program nats-server`, () => {
  it('says nothing more, and says so to nobody: the machine sends again and is answered by the next one', async () => {
    const nats = await startDeployedNats(program as string);
    const troubles: string[] = [];
    const { DEVICE_BROKER_URL: url = '', DEVICE_ISSUER_SEED: issuerSeed = '' } = nats.settings;
    const link = await openNatsLink({ url, issuerSeed, mqttPort: nats.mqttPort, clock: systemClock, chance: systemChance, onTrouble: (where, error) => troubles.push(`${where}: ${String(error)}`) }, {
      admit: async () => undefined, credentialOf: async () => undefined, receive: async () => undefined, refused: () => undefined,
    });
    let hasEnded = false;
    const ending = link.close().then(() => void (hasEnded = true));
    for (let n = 1; !hasEnded; n++) {
      expect(() => link.send('VM-1', { v: 1, t: 'ack', e: '0000cafe', s: n })).not.toThrow();
      await new Promise(setImmediate);
    }
    await ending;
    await nats.remove();
    expect(troubles).toEqual([]);
  }, 60_000);
});
