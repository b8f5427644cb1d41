import type { MachineView } from '@larder/contracts/fleet.js';
import { clustersOf, labelOf, townOf, type Located } from './clusters.js';
import { numberOf, problemsOf, shownNumber } from './coordinates.js';
import { graticule } from './graticule.js';
import { around, metersPerPixel, pushed, scaleBar, toPlace, toScreen, WORLD, zoomed, type MapView } from './projection.js';

const size = { width: 800, height: 400 };
const here: MapView = { center: { lat: 40.2204, lon: -74.0121 }, zoom: 10 };
const machineAt = (machineId: string, lat: number, lon: number, address = '1 Main Street, Hoboken, NJ') => ({ machineId, name: `Machine ${machineId}`, location: { address, floor: '', coordinates: { lat, lon } } }) as MachineView as Located;

describe('the map', () => {
  it('has its center in the middle, and what is clicked is what is seen there', () => {
    expect(toScreen(here, size, here.center)).toEqual({ x: 400, y: 200 });
    const place = toPlace(here, size, { x: 123, y: 321 });
    const back = toScreen(here, size, place);
    expect([back.x, back.y]).toEqual([expect.closeTo(123, 6), expect.closeTo(321, 6)]);
  });

  it('goes round the world', () => {
    const pacific: MapView = { center: { lat: 0, lon: 179 }, zoom: 5 };
    const { x } = toScreen(pacific, size, { lat: 0, lon: -179 });
    expect(x).toBeGreaterThan(400);
    expect(toPlace(pacific, size, { x, y: 200 }).lon).toBeCloseTo(-179, 6);
  });

  it('is pushed by pixels and zoomed around a point', () => {
    expect(toScreen(pushed(here, { x: 50, y: -20 }), size, here.center)).toEqual({ x: expect.closeTo(450, 6) as number, y: expect.closeTo(180, 6) as number });
    const at = { x: 700, y: 30 };
    const fixed = toPlace(here, size, at);
    const now = toScreen(zoomed(here, size, 2, at), size, fixed);
    expect([now.x, now.y]).toEqual([expect.closeTo(700, 4), expect.closeTo(30, 4)]);
    expect([zoomed(here, size, 50).zoom, zoomed(here, size, -50).zoom]).toEqual([19, 0.5]);
  });

  it('shows all machines at once, one from near, none as the world', () => {
    const places = [{ lat: 40.7, lon: -74 }, { lat: 34.05, lon: -118.24 }];
    for (const place of places) {
      const { x, y } = toScreen(around(places, size), size, place);
      expect([x >= 40 && x <= 760, y >= 40 && y <= 360]).toEqual([true, true]);
    }
    expect(around([places[0] as { lat: number; lon: number }], size).zoom).toBe(14);
    expect(around([], size)).toEqual(WORLD);
  });

  it('has a scale of round lengths', () => {
    expect(metersPerPixel({ center: { lat: 0, lon: 0 }, zoom: 0 })).toBeCloseTo(156_543.03, 1);
    expect(scaleBar({ center: { lat: 0, lon: 0 }, zoom: 10 })).toEqual({ pixels: expect.closeTo(65.4, 1) as number, label: '10 km' });
    expect(scaleBar({ center: { lat: 60, lon: 0 }, zoom: 18 }).label).toBe('20 m');
  });

  it('has lines at round degrees, named, neither crowded nor missing', () => {
    expect(graticule(here, size).meridians.map(({ label }) => label)).toEqual(['74.4° W', '74.2° W', '74.0° W', '73.8° W', '73.6° W']);
    expect(graticule({ ...here, zoom: 19 }, size).meridians.length).toBeGreaterThan(2);
    expect(graticule({ center: { lat: 0, lon: 0 }, zoom: 2 }, size).parallels.map(({ label }) => label)).toContain('0°');
    expect(graticule({ center: { lat: 0, lon: 179 }, zoom: 5 }, size).meridians.map(({ label }) => label)).toContain('180° W');
  });
});

describe('markers', () => {
  const machines = [machineAt('B', 40.74, -74.03), machineAt('A', 40.741, -74.031), machineAt('C', 41.5, -74)];

  it('that would lie on each other are one, whatever the order, and come apart from near', () => {
    const ids = (view: MapView, all = machines) => clustersOf(all, view, size).map((cluster) => cluster.machines.map(({ machineId }) => machineId));
    expect(ids({ ...here, zoom: 8 })).toEqual([['A', 'B'], ['C']]);
    expect(ids({ ...here, zoom: 8 }, machines.toReversed())).toEqual([['A', 'B'], ['C']]);
    expect(ids({ ...here, zoom: 18 })).toEqual([['A'], ['B'], ['C']]);
  });

  it('say the machine, or the town they share', () => {
    expect([townOf('12 Ocean Avenue, Asbury Park, NJ'), townOf('The old mill')]).toEqual(['Asbury Park', 'The old mill']);
    expect([labelOf({ machines: machines.slice(2) }), labelOf({ machines }), labelOf({ machines: [...machines, machineAt('D', 0, 0, '1 A, Elsewhere')] })]).toEqual(['Machine C', 'Hoboken', '']);
  });
});

it('degrees are read as people type them', () => {
  expect([numberOf('40,22'), numberOf(' -74.0121 '), numberOf(''), numberOf('here')]).toEqual([40.22, -74.0121, Number.NaN, Number.NaN]);
  expect(shownNumber(40.2204000001)).toBe('40.2204');
  expect([problemsOf({ lat: '91', lon: '' }), problemsOf({ lat: '40', lon: '-74' })]).toEqual([{ lat: 'Latitude must be between -90 and 90', lon: 'Longitude is a number' }, {}]);
});
