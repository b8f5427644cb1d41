/** A map that needs no tiles: round degrees, a scale, and machines where they stand. */
import type { Coordinates } from '@larder/contracts/fleet.js';
import { formatCoordinates } from '@larder/contracts/fleet.js';
import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { machineDisplay } from '../../../lib/machines/machine-display.js';
import { clustersOf, labelOf, type Cluster, type Located } from './clusters.js';
import { graticule } from './graticule.js';
import { MarkerShape } from './marker-shape.js';
import { around, MOST_ZOOM, scaleBar, toScreen, zoomed, type MapView, type Size } from './projection.js';
import { useMapMoves } from './use-map-moves.js';

interface Props {
  machines: readonly Located[];
  /** Ids of the machines that stand out. */
  chosen?: readonly string[];
  onChoose?(machineIds: string[]): void;
  /** Where a pin is, and what a tap says. */
  pin?: Coordinates | undefined;
  onPick?(place: Coordinates): void;
  /** What it begins with; a new value moves the map. */
  focus?: MapView | undefined;
  label: string;
}

export function MapCanvas({ machines, chosen = [], onChoose, pin, onPick, focus, label }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const size = useSize(area);
  const [moved, setMoved] = useState(focus);
  const [followed, setFollowed] = useState(focus);
  if (focus !== followed) {
    setFollowed(focus);
    setMoved(focus);
  }
  const all = around([...machines.map(({ location }) => location.coordinates), ...(pin && machines.length === 0 ? [pin] : [])], size);
  const view = moved ?? all;
  const moves = useMapMoves({ area, view, size, move: setMoved, onTap: onPick ? (place) => (setMoved(view), onPick(place)) : (center) => setMoved({ ...view, center }) });
  const open = (cluster: Cluster) => {
    onChoose?.(cluster.machines.map(({ machineId }) => machineId));
    if (cluster.machines.length > 1 && view.zoom < MOST_ZOOM) setMoved(nearer(view, cluster, size));
  };
  return (
    <div className="map">
      <div ref={area} className={`map-area ${onPick ? 'picking' : ''}`} tabIndex={0} role="application" aria-label={`${label}. Arrow keys move it, plus and minus zoom${onPick ? ', Enter takes its middle' : ''}.`} {...moves}>
        <Grid view={view} size={size} />
        {clustersOf(machines, view, size).filter((cluster) => isInside(cluster, size)).map((cluster) => (
          <Marker key={cluster.machines[0]?.machineId} cluster={cluster} isChosen={cluster.machines.some(({ machineId }) => chosen.includes(machineId))} onOpen={() => open(cluster)} />
        ))}
        {pin && <Pin at={toScreen(view, size, pin)} place={pin} />}
        {onPick && <span className="map-cross" aria-hidden="true" />}
      </div>
      <div className="map-buttons">
        <Button size="small" icon={<PlusOutlined />} aria-label="Zoom in" onClick={() => setMoved(zoomed(view, size, 1))} />
        <Button size="small" icon={<MinusOutlined />} aria-label="Zoom out" onClick={() => setMoved(zoomed(view, size, -1))} />
        <Button size="small" icon={<AimOutlined />} aria-label="Show all" onClick={() => setMoved(undefined)} />
      </div>
    </div>
  );
}

/** At least two steps, so that a cluster never stays what it was for long. */
function nearer(view: MapView, { machines }: Cluster, size: Size): MapView {
  const fit = around(machines.map(({ location }) => location.coordinates), size);
  return { center: fit.center, zoom: Math.min(MOST_ZOOM, Math.max(view.zoom + 2, Math.min(fit.zoom, view.zoom + 6))) };
}

const EDGE_PX = 20;
const isInside = ({ x, y }: Cluster, { width, height }: Size): boolean => x > -EDGE_PX && y > -EDGE_PX && x < width + EDGE_PX && y < height + EDGE_PX;

function Grid({ view, size }: { view: MapView; size: Size }) {
  const { meridians, parallels } = graticule(view, size);
  const { pixels, label } = scaleBar(view);
  const { width, height } = size;
  return (
    <svg className="map-grid" width={width} height={height} aria-hidden="true">
      {meridians.map(({ at, label }) => <g key={label}><line x1={at} x2={at} y1={0} y2={height} /><text x={at + 4} y={12}>{label}</text></g>)}
      {parallels.map(({ at, label }) => <g key={label}><line x1={0} x2={width} y1={at} y2={at} /><text x={4} y={at - 4}>{label}</text></g>)}
      <g className="map-scale" transform={`translate(12 ${height - 12})`}><path d={`M0 -6 V0 H${pixels} V-6`} /><text x={pixels / 2} y={-6} textAnchor="middle">{label}</text></g>
    </svg>
  );
}

function Marker({ cluster, isChosen, onOpen }: { cluster: Cluster; isChosen: boolean; onOpen(): void }) {
  const { x, y, machines } = cluster;
  const [first] = machines;
  if (!first) return null;
  const { label: state, tone } = machineDisplay(first);
  const written = labelOf(cluster);
  const isOne = machines.length === 1;
  return (
    <button type="button" className={`map-marker ${isChosen ? 'chosen' : ''}`} style={{ left: x, top: y }} aria-pressed={isChosen} aria-label={isOne ? `${first.name}: ${state}` : `${machines.length} machines${written && ` in ${written}`}`} onClick={onOpen}>
      {isOne ? <MarkerShape tone={tone} /> : <Many machines={machines} />}
      {written && <Written>{written}</Written>}
    </button>
  );
}

/** As many as there are; red when one of them is away. */
function Many({ machines }: { machines: readonly Located[] }) {
  const tones = new Set<string>(machines.map((machine) => machineDisplay(machine).tone));
  const worst = (['red', 'orange', 'yellow', 'grey'] as const).find((tone) => tones.has(tone)) ?? 'green';
  return <span className={`map-many ${worst}`}>{machines.length}</span>;
}

const Written = ({ children }: { children: ReactNode }) => <span className="map-label" aria-hidden="true">{children}</span>;

const Pin = ({ at, place }: { at: { x: number; y: number }; place: Coordinates }) => (
  <svg className="map-pin" style={{ left: at.x, top: at.y }} width="26" height="34" viewBox="-13 -33 26 34" role="img" aria-label={`Pin at ${formatCoordinates(place)}`}><path d="M0 0 C-3 -9 -12 -12 -12 -21 A12 12 0 1 1 12 -21 C12 -12 3 -9 0 0 Z" /><circle cx="0" cy="-21" r="4.5" /></svg>
);

function useSize(area: { current: HTMLDivElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 640, height: 400 });
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [area]);
  return size;
}
