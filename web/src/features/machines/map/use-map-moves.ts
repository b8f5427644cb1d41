/** Moves a map by mouse, finger, two fingers, wheel and keys. */
import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { pushed, toPlace, zoomed, type MapView, type Point, type Size } from './projection.js';

interface Moves {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(event: PointerEvent): void;
  onKeyDown(event: KeyboardEvent): void;
}

const STEP_PX = 60;
/** A finger that has moved less has tapped. */
const TAP_PX = 6;
const arrows: Record<string, Point> = { ArrowLeft: { x: STEP_PX, y: 0 }, ArrowRight: { x: -STEP_PX, y: 0 }, ArrowUp: { x: 0, y: STEP_PX }, ArrowDown: { x: 0, y: -STEP_PX } };

interface Options {
  area: RefObject<HTMLDivElement | null>;
  view: MapView;
  size: Size;
  move(view: MapView): void;
  /** A tap or click where there is no marker: for whoever cannot drag it is how the map moves. */
  onTap(place: ReturnType<typeof toPlace>): void;
}

export function useMapMoves({ area, view, size, move, onTap }: Options): Moves {
  const pointers = useRef(new Map<number, Point>());
  const travelled = useRef(0);
  const latest = useRef({ view, size, move });
  useEffect(() => {
    latest.current = { view, size, move };
  });
  useWheel(area, (by, at) => latest.current.move(zoomed(latest.current.view, latest.current.size, by, at)));
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left = 0, top = 0 } = area.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const end = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId);
  return {
    onPointerDown(event) {
      if ((event.target as Element).closest('button')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (pointers.current.size === 0) travelled.current = 0;
      pointers.current.set(event.pointerId, pointOf(event));
    },
    onPointerMove(event) {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = pointOf(event);
      const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      pointers.current.set(event.pointerId, now);
      const by = { x: now.x - before.x, y: now.y - before.y };
      travelled.current += Math.hypot(by.x, by.y);
      move(other ? pinched(view, size, before, now, other) : pushed(view, by));
    },
    onPointerUp(event) {
      const began = pointers.current.has(event.pointerId);
      const isTap = began && pointers.current.size === 1 && travelled.current < TAP_PX;
      end(event);
      if (isTap && event.button === 0) onTap(toPlace(view, size, pointOf(event)));
    },
    onPointerCancel: end,
    onKeyDown(event) {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
      const by = arrows[event.key];
      const next = by ? pushed(view, by) : event.key === '+' || event.key === '=' ? zoomed(view, size, 1) : event.key === '-' ? zoomed(view, size, -1) : undefined;
      if (next) move(next);
      else if (event.key === 'Enter') onTap(view.center);
      else return;
      event.preventDefault();
    },
  };
}

/** One finger of two has moved: what was between them stays between them. */
function pinched(view: MapView, size: Size, before: Point, now: Point, other: Point): MapView {
  const middle = (a: Point): Point => ({ x: (a.x + other.x) / 2, y: (a.y + other.y) / 2 });
  const apart = (a: Point): number => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y));
  const [from, to] = [middle(before), middle(now)];
  return zoomed(pushed(view, { x: to.x - from.x, y: to.y - from.y }), size, Math.log2(apart(now) / apart(before)), to);
}

/** The page scrolls over a map that nobody has touched; with ctrl, or once the map has the focus, the wheel zooms. */
function useWheel(area: RefObject<HTMLDivElement | null>, zoom: (by: number, at: Point) => void): void {
  const latest = useRef(zoom);
  useEffect(() => {
    latest.current = zoom;
  });
  useEffect(() => {
    const element = area.current;
    const listen = (event: WheelEvent) => {
      if (!element || (!event.ctrlKey && document.activeElement !== element)) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      latest.current(-event.deltaY / (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 240 : 6), { x: event.clientX - left, y: event.clientY - top });
    };
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [area]);
}
