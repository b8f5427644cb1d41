/** What happened to a machine, fact by fact, in words. */
import type { DeviceOrderView } from '@larder/contracts/device.js';
import { formatCoordinates, type FleetFact, type LossCause, type MachineTimeline, type PassedOverWhy } from '@larder/contracts/fleet.js';
import type { Stored } from '@larder/contracts/fact.js';
import { formatCents } from '@larder/contracts/money.js';
import { isolated } from '@larder/contracts/names.js';
import type { SetupFact } from '@larder/contracts/fleet/setup.js';
import { formatTaxRate } from '@larder/contracts/tax.js';
import { never } from '@larder/kit/commands/decider.js';

export type ToldSetupFact = Exclude<SetupFact, { type: 'SetupClaimBegun' }>;
export type Entry = MachineTimeline['entries'][number];

export interface Names {
  /** The name behind an actor such as `user:<id>`. */
  actor(actor: string): string;
  product(productId: string): string;
  currency: string;
}

export function entryOf({ id, meta, ...fact }: Stored<FleetFact | ToldSetupFact>, names: Names): Entry {
  const reason = 'reason' in fact.data ? fact.data.reason : undefined;
  return { id, at: meta.at, type: fact.type, what: wordsOf(fact, names), by: witnessOf(fact) ?? names.actor(meta.actor), ...(reason && { reason }) };
}

/** What an operator told the machine, and what became of it. */
export function entriesOf({ orderId, command, status, sentAt, by, reason, endedAt, why }: DeviceOrderView): Entry[] {
  const told: Entry = { id: orderId, at: sentAt, type: 'DeviceOrdered', what: `Told to ${commandWords[command].order}`, by, ...(reason && { reason }) };
  if (!endedAt || status === 'sent' || status === 'delivered') return [told];
  const ended = status === 'expired' ? { type: 'DeviceOrderExpired', what: `Did not ${commandWords[command].order} in time`, by: 'Larder' } : { type: 'DeviceObeyed', what: status === 'obeyed' ? commandWords[command].done : `Refused to ${commandWords[command].order}`, by: 'The machine' };
  return [told, { id: `${orderId}:ended`, at: endedAt, ...ended, ...(why && { reason: why }) }];
}

const commandWords: Record<DeviceOrderView['command'], { order: string; done: string }> = {
  unlock: { order: 'unlock', done: 'Unlocked' }, lock: { order: 'lock', done: 'Locked' }, service: { order: 'go into service mode', done: 'Went into service mode' },
  restock: { order: 'go into restock mode', done: 'Went into restock mode' }, reboot: { order: 'reboot', done: 'Is rebooting' }, sync: { order: 'report everything', done: 'Reported everything' },
};

const passedOverWords: Record<PassedOverWhy, string> = {
  not_laid_out: ', which is not laid out: not counted', other_product: ' of another product than is in it: not counted',
  counted: ' before it was counted, or got its product, told only now: not counted again', not_gone: ', from which none was missing: not counted',
};

const lossWords: Record<LossCause, string> = { expired: 'expired in', damaged: 'damaged in', stolen: 'stolen from' };

function wordsOf({ type, data }: FleetFact | ToldSetupFact, { product: nameOf, currency }: Names): string {
  const product = (productId: string): string => isolated(nameOf(productId));
  switch (type) {
    case 'MachineRegistered':
      return `Added as ${listed(data.name, data.address)}`;
    case 'MachineChanged':
      return `Now called ${isolated(data.name)}, at ${listed(data.address, data.floor)}${data.onlyCorrected ? ': the former address was wrong, it has not moved' : ''}`;
    case 'MachineLocated':
      return data.coordinates ? `Placed on the map at ${formatCoordinates(data.coordinates)}` : 'Taken off the map';
    case 'MachineZoned':
      return `Its clock goes by ${data.timeZone.replaceAll('_', ' ')} now`;
    case 'MachineRemoved':
      return 'Taken out of the fleet';
    case 'SetupProfileCreated':
      return data.isResetup ? 'Prepared for another setup' : `Prepared to be set up as ${listed(data.name, data.address)}`;
    case 'SetupCodeRenewed':
      return 'Another claim code was made';
    case 'SetupProfileClaimed':
      return 'Set up: told its Wi-Fi and its credential';
    case 'SetupProfileDeleted':
      return 'Setup called off';
    case 'SetupProfileExpired':
      return 'Setup not done in time';
    case 'ModeIntended':
      return data.mode === 'maintenance' ? 'Put into maintenance' : 'Put in service';
    case 'SlotAssigned':
      return `Slot ${data.slot} holds up to ${data.maxQuantity} of ${product(data.productId)}`;
    case 'SlotCleared':
      return `Slot ${data.slot} emptied and given free`;
    case 'SlotPriced':
      return data.priceCents === null ? `Slot ${data.slot} follows the product's price again` : `Slot ${data.slot} priced at ${formatCents(data.priceCents, currency)}`;
    case 'StockRestocked':
      return `${data.added} ${product(data.productId)} added to slot ${data.slot}, ${data.left} in it`;
    case 'StockAdjusted':
      if (data.change === 0) return `Count of ${product(data.productId)} in slot ${data.slot} found right, ${data.left} in it`;
      if (data.cause && data.change > 0) return `Loss of ${data.change} ${product(data.productId)} from slot ${data.slot} taken back, ${data.left} in it`;
      if (data.cause) return `${-data.change} ${product(data.productId)} ${lossWords[data.cause]} slot ${data.slot}, ${data.left} left`;
      return `Count of ${product(data.productId)} in slot ${data.slot} corrected by ${data.change > 0 ? '+' : ''}${data.change}, ${data.left} in it`;
    case 'StockCountExplained':
      return `${data.quantity} ${product(data.productId)} ${data.what === 'taken' ? 'taken from' : 'put back into'} slot ${data.slot} before it was counted, told only now: ${data.missing === 0 ? `${Math.abs(data.found)} ${data.found > 0 ? 'more' : 'fewer'} found` : `${Math.abs(data.missing)} ${data.missing > 0 ? 'more' : 'fewer'} missing`} than was thought`;
    case 'StockMovePassedOver':
      return `${data.quantity} ${data.what === 'taken' ? 'taken from' : 'put back into'} slot ${data.slot}${passedOverWords[data.why]}`;
    case 'StockTaken':
      return `${data.quantity} ${product(data.productId)} taken from slot ${data.slot}, ${data.left} left`;
    case 'StockReturned':
      return `${data.quantity} ${product(data.productId)} put back into slot ${data.slot}, ${data.left} in it`;
    case 'MachineTaxed':
      return data.taxBasisPoints === 0 ? 'Prices include no tax' : `Prices include ${formatTaxRate(data.taxBasisPoints)} tax`;
    case 'MachineMissed':
      return 'Two heartbeats missed';
    case 'MachineHeardAgain':
      return 'Heard again';
    case 'MachineCameOnline':
      return 'Came online';
    case 'MachineWentOffline':
      return 'Went silent';
    case 'MachineToldSlots':
      return data.slots ? `Says that it has ${data.slots.length > 0 ? `sensors for ${data.slots.join(', ')}` : 'no sensors for any slot'}` : 'Does not say any more for which slots it has sensors';
    case 'UnseenSlotsFound':
      return data.unseen.length > 0 ? `Has no sensor for ${data.unseen.join(', ')}: what leaves there is not charged` : 'Has a sensor for every slot that is laid out, or does not say';
    default:
      return never(type);
  }
}

/** Of names and addresses, each by itself. */
const listed = (...words: (string | undefined)[]): string => words.filter((word) => word !== undefined && word !== '').map((word) => isolated(word as string)).join(', ');

/** Who told of it, where that is not who ordered it. */
function witnessOf({ type }: Pick<FleetFact | ToldSetupFact, 'type'>): string | undefined {
  if (type === 'SetupProfileClaimed' || type === 'StockTaken' || type === 'StockReturned' || type === 'StockCountExplained' || type === 'StockMovePassedOver' || type === 'MachineHeardAgain' || type === 'MachineCameOnline' || type === 'MachineToldSlots') return 'The machine';
  return type === 'MachineMissed' || type === 'MachineWentOffline' || type === 'UnseenSlotsFound' || type === 'SetupProfileExpired' ? 'Larder' : undefined;
}
