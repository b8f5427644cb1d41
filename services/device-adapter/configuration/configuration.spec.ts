import { MOST_CLAIMED, type ConfigurationFact } from '@larder/contracts/device.js';
import { isRefusal } from '@larder/contracts/reply.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import { configuration, configurationView, orderOf, shown, unconfigured, type ConfigurationState } from './configuration.js';

const resting: ConfigurationFact = { type: 'DeviceConfigured', data: { machineId: 'VM-1', revision: 1, duty: 'rest', lockAboveC: 8 } };
const confirmed: ConfigurationFact = { type: 'DeviceConfirmedConfiguration', data: { machineId: 'VM-1', revision: 1 } };
const rest = { type: 'Configure' as const, machineId: 'VM-1', revision: 0, duty: 'rest' as const, lockAboveC: 8 };

function overtaken(state: ConfigurationState): ConfigurationFact[] {
  const facts = configuration.decide({ type: 'Overtake', machineId: 'VM-1', revision: state.revision + 1 }, state);
  return isRefusal(facts) ? [] : facts;
}

describe('The configuration of a machine', () => {
  it('gets a number with each change', () => {
    given(configuration).when(rest).then(resting);
    given(configuration).when({ ...rest, duty: 'sell', lockAboveC: null }).then({ type: 'DeviceConfigured', data: { machineId: 'VM-1', revision: 1, duty: 'sell', lockAboveC: null } });
    given(configuration, resting).when({ ...rest, revision: 1, duty: 'sell' }).then({ type: 'DeviceConfigured', data: { ...resting.data, revision: 2, duty: 'sell', lockAboveC: 8 } } as ConfigurationFact);
  });

  it('is not changed over somebody else\'s change, nor by what is so already', () => {
    given(configuration, resting).when(rest).thenRefused('CONFLICT');
    given(configuration, resting).when({ ...rest, revision: 1 }).thenNothing();
  });

  it('is confirmed once by its number, and not by a number that was never given', () => {
    given(configuration, resting).when({ type: 'NoteConfirmed', machineId: 'VM-1', revision: 1 }).then(confirmed);
    given(configuration, resting, confirmed).when({ type: 'NoteConfirmed', machineId: 'VM-1', revision: 1 }).thenNothing();
    given(configuration, resting).when({ type: 'NoteConfirmed', machineId: 'VM-1', revision: 2 }).thenNothing();
  });

  it('overtakes a revision that was never given, with what it is', () => {
    given(configuration, resting).when({ type: 'Overtake', machineId: 'VM-1', revision: 7 }).then({ type: 'DeviceConfigured', data: { ...resting.data, revision: 8 } } as ConfigurationFact);
    given(configuration).when({ type: 'Overtake', machineId: 'VM-1', revision: 7 }).then({ type: 'DeviceConfigured', data: { machineId: 'VM-1', revision: 8, duty: 'sell', lockAboveC: null } });
    given(configuration, resting).when({ type: 'Overtake', machineId: 'VM-1', revision: 1 }).thenNothing();
    given(configuration, resting).when({ type: 'Overtake', machineId: 'VM-1', revision: 0x80000000 }).thenNothing();
  });

  it('overtakes a board that always claims the next one a few dozen times', () => {
    let [state, times] = [configuration.evolve(configuration.initial, resting), 0];
    for (let facts = overtaken(state); facts.length > 0 && times < 1_000; facts = overtaken(state), times++) state = facts.reduce(configuration.evolve, state);
    expect([times < 40, state.revision >= MOST_CLAIMED, state.duty]).toEqual([true, true, 'rest']);
  });

  it('is a machine\'s own again when it is taken out of the fleet, under a number that counts with the board', () => {
    const own: ConfigurationFact = { type: 'DeviceConfigured', data: { machineId: 'VM-1', revision: 2, duty: 'sell', lockAboveC: null } };
    given(configuration, resting).when({ type: 'Forget', machineId: 'VM-1', revision: 1 }).then(own);
    given(configuration, resting).when({ type: 'Forget', machineId: 'VM-1', revision: 0 }).thenNothing();
    given(configuration, resting, own).when({ type: 'Forget', machineId: 'VM-1', revision: 2 }).thenNothing();
    given(configuration).when({ type: 'Forget', machineId: 'VM-1', revision: 0 }).thenNothing();
  });

  it('waits, is sent, is confirmed', () => {
    const row = (...facts: ConfigurationFact[]) => viewOf(configurationView, 'VM-1', stored(facts)) ?? unconfigured('VM-1');
    expect(shown(row(), true).state).toBe('none');
    expect(shown(row(resting), false)).toMatchObject({ revision: 1, duty: 'rest', lockAboveC: 8, confirmed: null, state: 'waiting' });
    expect(shown(row(resting), true).state).toBe('sent');
    expect(shown(row(resting, confirmed), false)).toMatchObject({ confirmed: 1, state: 'confirmed' });
  });

  it('is told as a whole, and not at all while there is none', () => {
    expect(orderOf({ revision: 3, duty: 'sell', lockAboveC: null })).toEqual({ v: 1, t: 'conf', rev: 3, do: 'sell' });
    expect(orderOf({ revision: 3, duty: 'rest', lockAboveC: 0 })).toEqual({ v: 1, t: 'conf', rev: 3, do: 'rest', warm: 0 });
    expect(orderOf(unconfigured('VM-1'))).toBeUndefined();
  });
});
