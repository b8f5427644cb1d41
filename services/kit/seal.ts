/** Sealing: a view is JSON, and once stored nobody can change it. Sharing what is frozen is as safe as copying it, and costs nothing. */
import { hasNoClass, type Scalar } from './rows/filter.js';

/**
 * Freezes a view in place, all the way down, and drops keys without a value, as JSON does.
 * What is frozen already is taken to be sealed: views share most of their parts with the views they were made from.
 * Throws on what JSON cannot carry.
 */
export function seal<V>(view: V): V {
  switch (typeof view) {
    case 'string':
    case 'boolean':
      return view;
    case 'number':
      if (Number.isFinite(view)) return view;
      break;
    case 'object':
      if (view === null || Object.isFrozen(view)) return view;
      if (Array.isArray(view) || hasNoClass(view)) return sealParts(view);
  }
  throw new TypeError(`A view holds JSON values only, not ${typeof view === 'object' ? `a ${view?.constructor.name}` : String(view)}`);
}

function sealParts<V extends object>(view: V): V {
  if (Array.isArray(view)) view.forEach(seal);
  else {
    for (const key in view) { // what has no class inherits nothing
      if (view[key] === undefined) delete view[key];
      else seal(view[key]);
    }
  }
  return Object.freeze(view);
}

/** The value a view is ordered by; missing is null. Throws on lists and objects: they have no order that is the same everywhere. */
export function keyAt(view: unknown, path: string): Scalar {
  let value = view;
  for (const part of path.split('.')) {
    if (Array.isArray(value)) throw new TypeError(`${path} leads into a list, which cannot be an order`);
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  }
  if (value === undefined || value === null) return null;
  if (typeof value === 'object') throw new TypeError(`${path} is a list or an object, which cannot be an order`);
  return value as Scalar;
}
