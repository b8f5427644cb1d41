/** How a machine should work, as its operator drafted it, and what the machine said it works by. */
import type { ConfigurationFact, ConfigurationView, DeviceConfiguration, DeviceOrder } from '@larder/contracts/device.js';
import { refuse } from '@larder/contracts/reply.js';
import type { Decider } from '@larder/kit/commands/decider.js';
import type { Projection } from '@larder/kit/views/projection.js';
import { overtaking } from '../overtaking.js';

export type ConfigurationCommand =
  /** `revision`: of the configuration that is changed. */
  | ({ type: 'Configure'; machineId: string; revision: number } & DeviceConfiguration)
  | { type: 'NoteConfirmed'; machineId: string; revision: number }
  /** Its machine is none of the fleet's any more. `revision`: of the configuration that is forgotten. */
  | { type: 'Forget'; machineId: string; revision: number }
  /** It works by a revision that was never given: of a log that was lost, or as another machine's. */
  | { type: 'Overtake'; machineId: string; revision: number };

export interface ConfigurationState extends DeviceConfiguration {
  /** 0: it was never configured. */
  revision: number;
  confirmed: number | null;
}

/** What a machine does that nobody has configured. */
const initial: ConfigurationState = { revision: 0, duty: 'sell', lockAboveC: null, confirmed: null };

export const configuration: Decider<ConfigurationCommand, ConfigurationFact, ConfigurationState> = {
  category: 'configuration',
  initial,
  decide(command, state) {
    const { machineId } = command;
    // By a number of its own: a board keeps what it was told last.
    if (command.type === 'Forget') return !isConfigured(state) || command.revision !== state.revision ? [] : [{ type: 'DeviceConfigured', data: { machineId, revision: state.revision + 1, duty: initial.duty, lockAboveC: initial.lockAboveC } }];
    const { revision } = command;
    if (command.type === 'Overtake') {
      const higher = overtaking(revision, state.revision);
      return higher === undefined ? [] : [{ type: 'DeviceConfigured', data: { machineId, revision: higher, duty: state.duty, lockAboveC: state.lockAboveC } }];
    }
    if (command.type === 'NoteConfirmed') return revision === state.confirmed || revision > state.revision ? [] : [{ type: 'DeviceConfirmedConfiguration', data: { machineId, revision } }];
    if (revision !== state.revision) return refuse('CONFLICT', 'Somebody else has changed the configuration meanwhile. Please look at it again.');
    const { duty, lockAboveC } = command;
    if (revision > 0 && duty === state.duty && lockAboveC === state.lockAboveC) return [];
    return [{ type: 'DeviceConfigured', data: { machineId, revision: revision + 1, duty, lockAboveC } }];
  },
  evolve(state, { type, data }) {
    if (type === 'DeviceConfirmedConfiguration') return { ...state, confirmed: data.revision };
    const { revision, duty, lockAboveC } = data;
    return { ...state, revision, duty, lockAboveC };
  },
};

/** Whether it works in another way than one that nobody has configured. */
export const isConfigured = ({ duty, lockAboveC }: DeviceConfiguration): boolean => duty !== initial.duty || lockAboveC !== initial.lockAboveC;

export type ConfigurationRow = Omit<ConfigurationView, 'state'>;

export const configurationView: Projection<ConfigurationFact, ConfigurationRow> = {
  collection: 'configurations',
  version: 1,
  orders: [],
  categories: ['configuration'],
  rows: ({ meta, data }) => [{ account: meta.account, id: data.machineId }],
  apply(row, { type, data, meta }) {
    if (type === 'DeviceConfigured') return { ...data, configuredAt: meta.at, confirmed: row?.confirmed ?? null };
    return row && { ...row, confirmed: data.revision };
  },
};

/** Whether a machine that says it works by this revision serves no guests. */
export const isResting = ({ revision, duty }: ConfigurationState, said: number | undefined): boolean => duty === 'rest' && said === revision;

/** As the machine is told it; none while there is nothing to tell. */
export const orderOf = ({ revision, duty, lockAboveC }: Pick<ConfigurationState, 'revision' | keyof DeviceConfiguration>): DeviceOrder | undefined =>
  (revision === 0 ? undefined : { v: 1, t: 'conf', rev: revision, do: duty, ...(lockAboveC !== null && { warm: lockAboveC }) });

export const unconfigured = (machineId: string): ConfigurationRow => ({ ...initial, machineId, configuredAt: null });

export function shown(row: ConfigurationRow, isConnected: boolean): ConfigurationView {
  const state = row.revision === 0 ? 'none' : row.confirmed === row.revision ? 'confirmed' : isConnected ? 'sent' : 'waiting';
  return { ...row, state };
}
