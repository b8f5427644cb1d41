/** The lines of a map without tiles: parallels and meridians at round degrees. */
import { toPlace, toScreen, type MapView, type Size } from './projection.js';

export interface GridLine {
  /** Pixels from the left for a meridian, from the top for a parallel. */
  at: number;
  label: string;
}

const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001];
const LEAST_PX = 90;

export function graticule(view: MapView, size: Size): { meridians: GridLine[]; parallels: GridLine[] } {
  const degreesAcross = (size.width * 360) / (256 * 2 ** view.zoom);
  const most = Math.max(1, Math.floor(size.width / LEAST_PX));
  const step = [...STEPS].reverse().find((degrees) => degreesAcross / degrees <= most) ?? 30;
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const west = view.center.lon - Math.min(degreesAcross, 360) / 2;
  const [north, south] = [toPlace(view, size, { x: 0, y: 0 }).lat, toPlace(view, size, { x: 0, y: size.height }).lat];
  const { lat, lon } = view.center;
  return {
    meridians: multiples(west, west + Math.min(degreesAcross, 359.9), step).map((at) => ({ at: toScreen(view, size, { lat, lon: at }).x, label: degrees(wrapped(at), decimals, 'E', 'W') })),
    parallels: multiples(south, north, step).map((at) => ({ at: toScreen(view, size, { lat: at, lon }).y, label: degrees(at, decimals, 'N', 'S') })),
  };
}

function multiples(from: number, to: number, step: number): number[] {
  const found: number[] = [];
  for (let n = Math.ceil(from / step); n * step <= to; n++) found.push(n * step);
  return found;
}

const wrapped = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;
const degrees = (value: number, decimals: number, positive: string, negative: string): string => {
  const text = Math.abs(value).toFixed(decimals);
  return Number(text) === 0 ? '0°' : `${text}° ${value > 0 ? positive : negative}`;
};
