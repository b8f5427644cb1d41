/** Web Mercator without tiles: where a place is on the screen, and what a point of the screen is on earth. */
import type { Coordinates } from '@larder/contracts/fleet.js';

export interface MapView {
  center: Coordinates;
  /** The world is 256 · 2^zoom pixels wide. */
  zoom: number;
}
export interface Size {
  width: number;
  height: number;
}
/** In pixels from the upper left corner. */
export interface Point {
  x: number;
  y: number;
}

const LEAST_ZOOM = 0.5;
export const MOST_ZOOM = 19;
/** Beyond it the projection runs away. */
const MOST_LAT = 85;
const EARTH_METERS = 40_075_016.686;
export const WORLD: MapView = { center: { lat: 25, lon: 0 }, zoom: 1 };

const worldPixels = (zoom: number): number => 256 * 2 ** zoom;
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
/** 0 to 1 from west to east and from north to south. */
const onWorld = ({ lat, lon }: Coordinates): Point => ({ x: lon / 360 + 0.5, y: 0.5 - Math.asinh(Math.tan((clamp(lat, -MOST_LAT, MOST_LAT) * Math.PI) / 180)) / (2 * Math.PI) });
const onEarth = ({ x, y }: Point): Coordinates => ({ lat: clamp((Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI, -MOST_LAT, MOST_LAT), lon: ((((x % 1) + 1) % 1) - 0.5) * 360 });

/** The nearer way round the world. */
export function toScreen({ center, zoom }: MapView, { width, height }: Size, place: Coordinates): Point {
  const [from, to] = [onWorld(center), onWorld(place)];
  const east = to.x - from.x;
  return { x: width / 2 + (east - Math.round(east)) * worldPixels(zoom), y: height / 2 + (to.y - from.y) * worldPixels(zoom) };
}

export function toPlace({ center, zoom }: MapView, { width, height }: Size, { x, y }: Point): Coordinates {
  const from = onWorld(center);
  return onEarth({ x: from.x + (x - width / 2) / worldPixels(zoom), y: clamp(from.y + (y - height / 2) / worldPixels(zoom), 0, 1) });
}

/** The view after the map was pushed by so many pixels. */
export const pushed = (view: MapView, { x, y }: Point): MapView => ({ ...view, center: toPlace(view, { width: 0, height: 0 }, { x: -x, y: -y }) });

/** What is under `at` stays there. */
export function zoomed(view: MapView, size: Size, by: number, at: Point = { x: size.width / 2, y: size.height / 2 }): MapView {
  const zoom = clamp(view.zoom + by, LEAST_ZOOM, MOST_ZOOM);
  const fixed = toPlace(view, size, at);
  const now = toScreen({ ...view, zoom }, size, fixed);
  return pushed({ ...view, zoom }, { x: at.x - now.x, y: at.y - now.y });
}

const EDGE_PX = 60;
/** Streets are told apart; closer than this says nothing about a single place. */
export const STREET_ZOOM = 14;

/** A view that shows all of them; the world when there is none. */
export function around(places: readonly Coordinates[], { width, height }: Size): MapView {
  if (places.length === 0) return WORLD;
  const points = places.map(onWorld);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = (pixels: number, span: number): number => Math.log2(Math.max(pixels - 2 * EDGE_PX, EDGE_PX) / Math.max(span, 1e-9) / 256);
  return { center: onEarth({ x: (west + east) / 2, y: (north + south) / 2 }), zoom: clamp(Math.min(room(width, east - west), room(height, south - north)), LEAST_ZOOM, STREET_ZOOM) };
}

export const metersPerPixel = ({ center, zoom }: MapView): number => (EARTH_METERS * Math.cos((center.lat * Math.PI) / 180)) / worldPixels(zoom);

/** A round length that fits into `most` pixels, at the middle of the map. */
export function scaleBar(view: MapView, most = 120): { pixels: number; label: string } {
  const perPixel = metersPerPixel(view);
  const power = 10 ** Math.floor(Math.log10(most * perPixel));
  const meters = ([5, 2, 1].find((n) => n * power <= most * perPixel) ?? 1) * power;
  return { pixels: meters / perPixel, label: meters >= 1000 ? `${(meters / 1000).toLocaleString('en-US')} km` : `${meters.toLocaleString('en-US', { maximumFractionDigits: 2 })} m` };
}
