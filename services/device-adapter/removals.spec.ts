import type { DeviceConfiguration } from '@larder/contracts/device.js';
import type { FleetFact } from '@larder/contracts/fleet.js';
import { machineCard } from '@larder/contracts/fleet/places.js';
import { refuse } from '@larder/contracts/reply.js';
import type { Answer } from '@larder/kit/bus/ask.js';
import { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openParts } from '@larder/kit/start.js';
import { standingClock, stored, type StandingClock } from '@larder/kit/testing.js';
import { configuration } from './configuration/configuration.js';
import { credential, credentialView } from './credential.js';
import { board } from './intake/board.js';
import type { Links } from './links.js';
import { Removals } from './removals.js';

const machineId = 'VM-1';

describe('A machine that is taken out of the fleet', () => {
  let clock: StandingClock;
  let kit: Kit;
  let cut: string[];
  let fleetSays: Answer;
  /** What happens while fleet's answer is on its way. */
  let meanwhile: () => Promise<void>;
  beforeEach(async () => {
    clock = standingClock();
    cut = [];
    kit = new Kit(await openParts('device-adapter', readSettings({ EVENT_STORE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }), { clock }));
    fleetSays = refuse('NOT_FOUND', 'Machine not found');
    meanwhile = async () => undefined;
    await kit.bus.answer(machineCard.subject, async () => {
      const said = fleetSays;
      await meanwhile();
      return said;
    });
    kit.add({ name: 'device-adapter', categories: ['credential'], projections: [credentialView] });
    await kit.prepare();
  });
  afterEach(() => kit.end());

  const cause = (commandId: string) => ({ commandId, account: 'acme', actor: 'test', correlationId: 'test' });
  const setUp = async (how: DeviceConfiguration): Promise<void> => {
    const salt = clock.now().toISOString();
    await kit.handle(credential, machineId, { type: 'IssueCredential', machineId, salt, hash: 'h' }, cause(`issued ${salt}`));
    const { revision } = await kit.look(configuration, machineId, 'acme');
    await kit.handle(configuration, machineId, { type: 'Configure', machineId, ...how, revision }, cause(`configured ${salt}`));
  };
  const says = async (slots: string[]): Promise<void> => void (await kit.handle(board, machineId, { type: 'NoteBoard', machineId, slots }, cause(`hello ${clock.now().toISOString()}`)));
  const sensors = async () => (await kit.look(board, machineId, 'acme')).slots;
  const removedAt = (at: Date) => {
    const [fact] = stored<FleetFact>([{ type: 'MachineRemoved', data: { machineId, name: 'Lobby' } }]);
    return { ...fact, meta: { ...fact?.meta, account: 'acme', at: at.toISOString() } };
  };
  const hear = (fact: object) => new Removals(kit, { cut: (id: string) => cut.push(id) } as unknown as Links).on(fact as never);
  const now = async () => [(await kit.look(credential, machineId, 'acme')).salt !== undefined, (await kit.look(configuration, machineId, 'acme')).duty, cut];
  const isThere = { ok: { machineId, name: 'Lobby', address: '1 Main Street', timeZone: 'UTC', currency: 'USD' } };

  it('is let in no more, and works by nothing it was told', async () => {
    await setUp({ duty: 'rest', lockAboveC: 5 });
    clock.pass(1000);
    await hear(removedAt(clock.now()));
    expect(await now()).toEqual([false, 'sell', [machineId]]);
  });

  it('is out also when the clock that gave it its credential is ahead of the one that removed it', async () => {
    const removed = removedAt(clock.now());
    clock.pass(5000);
    await setUp({ duty: 'rest', lockAboveC: 5 });
    await hear(removed);
    expect(await now()).toEqual([false, 'sell', [machineId]]);
  });

  it('and has been added anew before that was heard, keeps what it was given since', async () => {
    await setUp({ duty: 'sell', lockAboveC: null });
    clock.pass(1000);
    const removed = removedAt(clock.now());
    clock.pass(1000);
    await setUp({ duty: 'rest', lockAboveC: 5 });
    fleetSays = isThere;
    await hear(removed);
    expect(await now()).toEqual([true, 'rest', []]);
  });

  it('and is added anew while fleet says that it is gone, keeps what it was given meanwhile', async () => {
    await setUp({ duty: 'sell', lockAboveC: 5 });
    clock.pass(1000);
    const removed = removedAt(clock.now());
    meanwhile = async () => {
      meanwhile = async () => undefined;
      fleetSays = isThere;
      clock.pass(1000);
      await setUp({ duty: 'rest', lockAboveC: 5 });
      await says(['A1']);
    };
    await hear(removed);
    expect([await now(), await sensors()]).toEqual([[true, 'rest', []], ['A1']]);
  });

  it('and gets another credential while fleet says that it is gone, is out with that one, too', async () => {
    await setUp({ duty: 'sell', lockAboveC: null });
    clock.pass(1000);
    meanwhile = async () => {
      meanwhile = async () => undefined;
      clock.pass(1000);
      await setUp({ duty: 'rest', lockAboveC: 5 });
    };
    await hear(removedAt(clock.now()));
    expect(await now()).toEqual([false, 'sell', [machineId]]);
  });

  it('is forgotten once, however often that is heard', async () => {
    await setUp({ duty: 'rest', lockAboveC: 5 });
    await says(['A1']);
    clock.pass(1000);
    const removed = removedAt(clock.now());
    await hear(removed);
    await says(['A1']);
    await hear(removed);
    expect([await now(), await sensors()]).toEqual([[false, 'sell', [machineId, machineId]], ['A1']]);
  });
});
