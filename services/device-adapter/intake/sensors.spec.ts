import type { SensorFact } from '@larder/contracts/device.js';
import { given } from '@larder/kit/testing.js';
import { sensors } from './sensors.js';

const told = (slots?: string[]): SensorFact => ({ type: 'DeviceSlotsTold', data: { machineId: 'VM-1', ...(slots && { slots }) } });
const says = (slots?: string[]) => ({ type: 'NoteSlots' as const, machineId: 'VM-1', slots });

it('what a machine says of its slots is noted when it says otherwise, also that it has none or does not say', () => {
  given(sensors).when(says(['A1', 'A2'])).then(told(['A1', 'A2']));
  given(sensors, told(['A1', 'A2'])).when(says(['A1', 'A2'])).thenNothing();
  given(sensors, told(['A1'])).when(says([])).then(told([]));
  given(sensors, told([])).when(says()).then(told());
  given(sensors).when(says()).thenNothing();
});
