/** How long what is in a machine lasts at the pace it sells there, and how that is said. */
import type { MachineView } from '@larder/contracts/fleet.js';
import { daysLasting, isTelling, PACE_DAYS, type Pace } from '@larder/contracts/fleet/pace.js';
import { plural } from '../../lib/format.js';
import { useMachinePaceQuery } from './machines-api.js';

type Item = MachineView['inventory'][number];
type Holding = Pick<MachineView, 'machineId' | 'inventory'>;

/** Undefined where it is not known. */
export type PaceOf = (machineId: string, productId: string) => Pace | undefined;

/** Asked for once in ten minutes: no single sale changes it. @param machineId all machines without it */
export function usePaces(machineId?: string) {
  const answer = useMachinePaceQuery(machineId, { refetchOnMountOrArgChange: 600 });
  const known = new Map(answer.data?.map((pace) => [`${pace.machineId} ${pace.productId}`, pace]));
  const paceOf: PaceOf = (machine, productId) => known.get(`${machine} ${productId}`);
  return { ...answer, paceOf };
}

/** Days that what the machine holds of this product lasts, in whichever slots; undefined where nobody can say. */
export function lastingOf({ product }: Pick<Item, 'product'>, { machineId, inventory }: Holding, paceOf: PaceOf): number | undefined {
  const left = inventory.reduce((sum, item) => sum + (item.product.id === product.id ? Math.max(0, item.quantity) : 0), 0);
  return daysLasting(left, paceOf(machineId, product.id));
}

/** `lasts about 3 days`; the same for units that are thought of. Nothing where nobody can say, where there are none, and where none is sold. */
export function lastsText(days: number | undefined): string | undefined {
  if (days === undefined || days <= 0 || days === Infinity) return undefined;
  if (days < 1) return 'lasts less than a day';
  return days > PACE_DAYS ? 'lasts more than 4 weeks' : `lasts about ${plural(Math.round(days), 'day')}`;
}

/** `sells about 2.5 a day`, by the week where it is less than one a day. */
export function sellsText(pace: Pace | undefined): string | undefined {
  if (!pace || !isTelling(pace)) return undefined;
  const { units, days } = pace;
  if (units <= 0) return `none sold in ${plural(Math.floor(days), 'day')}`;
  const daily = Math.round((units / days) * 10) / 10;
  if (daily >= 1) return `sells about ${daily >= 10 ? Math.round(daily) : daily} a day`;
  const weekly = (units / days) * 7;
  return weekly < 1 ? 'sells less than one a week' : `sells about ${Math.round(weekly)} a week`;
}
