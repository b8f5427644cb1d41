/** What an alert says: made of what is known of it and of the names, when it is raised, and with the names of now as long as it is open. */
import type { AlertFact } from '@larder/contracts/alerts.js';
import { isolated } from '@larder/contracts/names.js';

export interface Names {
  machine: string;
  product?: string;
}

/** Undefined where what the sentence needs was not noted yet: it says what it was written with. */
export function sentenceOf({ type, details, telling }: Pick<Extract<AlertFact, { type: 'AlertRaised' }>['data'], 'type' | 'details' | 'telling'>, names: Names): string | undefined {
  const machine = isolated(names.machine);
  const { slot, currentStock, maxStock, maintenanceDays, temperatureC } = details;
  switch (type) {
    case 'low_stock': {
      if (slot === undefined || currentStock === undefined || maxStock === undefined) return undefined;
      const what = names.product === undefined ? `Slot ${slot}` : isolated(names.product);
      return currentStock === 0 ? `${what} is sold out in ${machine}` : `${what} is running low in ${machine}: ${currentStock} of ${maxStock} left`;
    }
    case 'machine_offline':
      return `${machine} is offline`;
    case 'maintenance_due':
      return maintenanceDays === undefined ? undefined : `${machine} has not been serviced for ${maintenanceDays} days`;
    case 'unusual_activity': {
      const how = temperatureC === undefined ? undefined : beyond(temperatureC, details);
      return how ? `${machine} is too ${how}: ${temperatureC?.toFixed(1)} °C` : telling === undefined ? undefined : `${machine}${telling}`;
    }
  }
}

/** On which side of its limits a reading lies; undefined: within them. */
export function beyond(temperatureC: number, { minC, maxC }: { minC?: number | null | undefined; maxC?: number | null | undefined }): 'warm' | 'cold' | undefined {
  if (typeof maxC === 'number' && temperatureC > maxC) return 'warm';
  return typeof minC === 'number' && temperatureC < minC ? 'cold' : undefined;
}
