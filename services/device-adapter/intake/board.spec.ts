import type { SensorFact } from '@larder/contracts/device.js';
import { given } from '@larder/kit/testing.js';
import { board } from './board.js';

const told = (slots?: string[]): SensorFact => ({ type: 'DeviceSlotsTold', data: { machineId: 'VM-1', ...(slots && { slots }) } });
const says = (slots?: string[]) => ({ type: 'NoteBoard' as const, machineId: 'VM-1', slots });

it('what a machine says of its slots is noted when it says otherwise, also that it has none or does not say', () => {
  given(board).when(says(['A1', 'A2'])).then(told(['A1', 'A2']));
  given(board, told(['A1', 'A2'])).when(says(['A1', 'A2'])).thenNothing();
  given(board, told(['A1'])).when(says([])).then(told([]));
  given(board, told([])).when(says()).then(told());
  given(board).when(says()).thenNothing();
});

it('what it said of its slots is forgotten, unless it has said something else since', () => {
  given(board, told(['A1'])).when({ type: 'ForgetSlots', machineId: 'VM-1', slots: ['A1'] }).then(told());
  given(board, told(['A1', 'A2'])).when({ type: 'ForgetSlots', machineId: 'VM-1', slots: ['A1'] }).thenNothing();
});

it('which firmware it runs is noted when it is another one; one that is gone ran it last', () => {
  const runs = (firmware: string): SensorFact => ({ type: 'DeviceFirmwareTold', data: { machineId: 'VM-1', firmware } });
  given(board).when({ ...says(['A1']), firmware: 'larder-1.0' }).then(told(['A1']), runs('larder-1.0'));
  given(board, told(['A1']), runs('larder-1.0')).when({ ...says(['A1']), firmware: 'larder-1.0' }).thenNothing();
  given(board, told(['A1']), runs('larder-1.0')).when({ ...says(['A1']), firmware: 'larder-1.1' }).then(runs('larder-1.1'));
  given(board, told(['A1']), runs('larder-1.0')).when(says()).then(told());
});
