/** The marker of one machine: its state is a shape as well as a colour. */
import type { MachineDisplay } from '../../../lib/machines/machine-display.js';

type Tone = MachineDisplay['tone'];

const shapes: Record<Tone, string> = {
  green: 'M0 -8 A8 8 0 1 1 0 8 A8 8 0 1 1 0 -8 Z', // a disc
  yellow: 'M0 -9 L9 7 L-9 7 Z', // a triangle
  red: 'M-7.5 -7.5 H7.5 V7.5 H-7.5 Z', // a square
  orange: 'M0 -10 L10 0 L0 10 L-10 0 Z', // a diamond
  grey: 'M0 -8 A8 8 0 1 1 0 8 A8 8 0 1 1 0 -8 Z M0 -4 A4 4 0 1 0 0 4 A4 4 0 1 0 0 -4 Z', // a ring
};

export const MarkerShape = ({ tone }: { tone: Tone }) => <svg className={`map-shape ${tone}`} width="24" height="24" viewBox="-12 -12 24 24" aria-hidden="true"><path fillRule="evenodd" d={shapes[tone]} /></svg>;

const legend: { tone: Tone; label: MachineDisplay['label'] }[] = [
  { tone: 'green', label: 'Online' }, { tone: 'yellow', label: 'Disconnected' }, { tone: 'red', label: 'Offline' }, { tone: 'orange', label: 'Maintenance' }, { tone: 'grey', label: 'Pending Setup' },
];

export const Legend = () => <ul className="map-legend" aria-label="What the shapes say">{legend.map(({ tone, label }) => <li key={tone}><MarkerShape tone={tone} />{label}</li>)}</ul>;
