/** What machines sold and lost at each address they had: both are of the house where the machine stood. */
import type { MachinePerformance } from '@larder/contracts/sales/analytics.js';
import { addDays, dayIn, type Day } from '@larder/contracts/day.js';
import type { Stay } from '@larder/contracts/fleet/places.js';
import { someAtATime } from '@larder/kit/turns/some-at-a-time.js';
import type { MachineDay } from '../../sale-views.js';
import { best, performedBy } from '../analyze.js';
import { houseKeys } from './houses.js';
import type { LostThere } from '../losses.js';
import type { Stays } from './stays.js';
import { group, lastStood, type Period } from '../summary.js';

type Place = MachinePerformance['places'][number];

interface Range {
  period: Period;
  today: Day;
  /** Nothing while that cannot be said. */
  losses: readonly LostThere[] | undefined;
}

/** Machines whose days of a year are looked at in one go. */
const MACHINES_AT_ONCE = 25;

/** Those with most revenue first; where a machine that sold or lost something in the range stood and sold nothing, that is told, too. @param soldBy the days of each machine, in their order. Others have their turn meanwhile. */
export async function placesOf(soldBy: ReadonlyMap<string, readonly MachineDay[]>, stays: Stays, { period: asked, today, losses }: Range): Promise<Place[]> {
  // Of all the time something may be lost before anything is sold.
  const period = { ...asked, startDate: (losses ?? []).reduce((first, { firstDay }) => earlier(first, firstDay), asked.startDate) };
  const houseOf = houseKeys();
  const lostBy = group(losses ?? [], ({ machineId }) => machineId);
  const placesAt = (machineId: string): Place[] => {
    const its = soldBy.get(machineId) ?? [];
    const lost = new Map(lostBy.get(machineId)?.map((one) => [houseOf(one.address), one]));
    const stayed = group(stays.get(machineId) ?? [], ({ address }) => houseOf(address));
    const sold = group(its, ({ address }) => houseOf(address));
    const name = its.length > 0 ? lastStood(its).machineName : (lostBy.get(machineId)?.[0]?.name ?? machineId);
    return [...new Set([...sold.keys(), ...stayed.keys(), ...lost.keys()])].flatMap((key): Place[] => {
      const there = sold.get(key) ?? [];
      const stood = daysOf(stayed.get(key) ?? [], there, period, today);
      const gone = lost.get(key);
      const address = there.length > 0 ? lastStood(there).address : (stayed.get(key)?.at(-1)?.address ?? gone?.address ?? '');
      return there.length + stood.length > 0 || gone ? [{ machineId, name, address, stood, ...performedBy(there), lost: losses ? figuresOf(gone) : null }] : [];
    });
  };
  return best(await someAtATime([...new Set([...soldBy.keys(), ...lostBy.keys()])], MACHINES_AT_ONCE, (some) => some.flatMap(placesAt)));
}

const figuresOf = ({ units = 0, cost = 0, price = 0, unitsWithoutCost = 0 }: Partial<LostThere> = {}): NonNullable<Place['lost']> => ({ units, cost, price, unitsWithoutCost });

/** By fleet, and by what was sold: history that was imported is older than the machine is here. */
function daysOf(stays: readonly Stay[], rows: readonly MachineDay[], period: Period, today: Day): Period[] {
  const last = period.endDate < today ? period.endDate : today;
  const spans = stays.map(({ from, until, timeZone }) => ({ startDate: later(dayIn(timeZone, from), period.startDate), endDate: earlier(until ? dayIn(timeZone, until) : last, period.endDate) })).filter(({ startDate, endDate }) => startDate <= endDate);
  const days = rows.filter(({ transactions }) => transactions > 0).map(({ day }) => day);
  const [first, latest] = [days[0], days.at(-1)];
  if (first !== undefined && latest !== undefined) {
    const [begin, end] = [spans[0], spans.at(-1)];
    if (!begin || !end) return [{ startDate: first, endDate: latest }];
    begin.startDate = earlier(begin.startDate, first);
    end.endDate = later(end.endDate, latest);
  }
  const joined: Period[] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    if (!before || span.startDate > addDays(before.endDate, 1)) joined.push(span);
    else before.endDate = later(before.endDate, span.endDate);
  }
  return joined;
}

const earlier = (one: Day, other: Day): Day => (one < other ? one : other);
const later = (one: Day, other: Day): Day => (one < other ? other : one);
