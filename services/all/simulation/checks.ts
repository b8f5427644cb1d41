/** What must be so at the end of every day, whatever went wrong on it. */
import type { TestProviderFact } from '@larder/contracts/vending/checkout.js';
import type { JournalFact } from '@larder/contracts/device.js';
import type { AnyFact, Stored } from '@larder/contracts/fact.js';
import { listAlerts } from '@larder/contracts/alerts.js';
import { getMachine, isLow, LOW_STOCK_PERCENT } from '@larder/contracts/fleet.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { SalesFact } from '@larder/contracts/sales.js';
import type { SessionFact } from '@larder/contracts/vending.js';
import type { Kit } from '@larder/kit/kit.js';
import { operatorOf, SLOT_HOLDS, type Operator, type Tenant } from './people.js';
import { everyRow } from './rows.js';

type Complain = (what: string) => void;

/** Facts of one stream follow each other without a gap, and one command led to facts once. */
export function checkLog(facts: readonly AnyFact[], complain: Complain): void {
  const next = new Map<string, number>();
  for (const { stream, revision } of facts) {
    if (revision !== (next.get(stream) ?? 0)) complain(`${stream} goes from ${next.get(stream) ?? 0} to ${revision}`);
    next.set(stream, revision + 1);
  }
}

/** Money: what guests paid less what they got back is what the sales say, by visit; nobody pays twice, and nothing is sold unpaid. */
export function checkMoney(facts: readonly AnyFact[], complain: Complain): void {
  const visits = new Map<string, { paid: number[]; back: number; sold: number; refunded: number; due: number; status: string }>();
  const of = (sessionId: string) => {
    const visit = visits.get(sessionId) ?? { paid: [], back: 0, sold: 0, refunded: 0, due: 0, status: '' };
    visits.set(sessionId, visit);
    return visit;
  };
  for (const fact of facts as unknown as Stored<TestProviderFact | SalesFact | SessionFact>[]) {
    switch (fact.type) {
      case 'TestCheckoutSettled':
        if (fact.data.what === 'paid') of(fact.data.sessionId).paid.push(fact.data.amountCents);
        break;
      case 'TestHoldCaptured':
        of(fact.data.sessionId).paid.push(fact.data.amountCents);
        break;
      case 'TestMoneyRefunded':
        of(fact.data.sessionId).back += fact.data.amountCents;
        break;
      case 'SaleRecorded':
        of(fact.data.reference).sold += fact.data.totalCents;
        break;
      case 'SaleRefunded':
        of(fact.data.saleId.replace(/^visit\./, '')).refunded += fact.data.amountCents;
        break;
      case 'RefundUndone':
        of(fact.data.saleId.replace(/^visit\./, '')).refunded -= fact.data.amountCents;
        break;
      case 'SessionOverdue':
        of(fact.data.sessionId).due = fact.data.totalCents;
        break;
      case 'SessionStarted': case 'SessionCommitted': case 'SessionCancelled': case 'SessionExpired': case 'SessionPaid':
        of(fact.data.sessionId).status = fact.type;
        break;
      default:
    }
  }
  for (const [sessionId, { paid, back, sold, refunded, due, status }] of visits) {
    const kept = paid.reduce((sum, cents) => sum + cents, 0) - back;
    // What was held did not reach, and the guest never paid the rest: a case is open.
    if (sold === 0 && kept > 0 && kept < due) continue;
    if (kept !== sold - refunded) complain(`visit ${sessionId}: ${kept} cents were kept, ${sold} sold less ${refunded} refunded`);
    if (sold > 0 && paid.length === 0) complain(`visit ${sessionId}: sold without being paid`);
    if (status === 'SessionStarted') complain(`visit ${sessionId}: never came to an end`);
  }
}

/** What a guest is asked to pay for is what the machine saw leave before the door closed. */
export function checkLines(facts: readonly AnyFact[], complain: Complain): void {
  const out = new Map<string, { units: number; isClosed: boolean }>();
  const free = new Set<string>();
  for (const fact of facts as unknown as Stored<JournalFact | SessionFact>[]) {
    if (fact.type === 'DeviceItemTaken' || fact.type === 'DeviceItemReturned' || fact.type === 'DeviceDoorClosed') {
      const { sessionId = '' } = fact.data;
      const { units, isClosed } = out.get(sessionId) ?? { units: 0, isClosed: false };
      const moved = fact.type === 'DeviceDoorClosed' ? 0 : fact.type === 'DeviceItemTaken' ? fact.data.quantity : -fact.data.quantity;
      out.set(sessionId, { units: isClosed ? units : units + moved, isClosed: isClosed || fact.type === 'DeviceDoorClosed' });
    } else if (fact.type === 'SessionCommitted' && fact.data.why === 'door_closed') {
      const asked = fact.data.lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const left = out.get(fact.data.sessionId)?.units ?? 0;
      if (asked !== left) complain(`visit ${fact.data.sessionId}: ${left} left the machine, ${asked} are to be paid for`);
    } else if (fact.type === 'SessionCancelled' || fact.type === 'SessionExpired') {
      free.add(fact.data.sessionId);
    }
  }
  for (const sessionId of free) if ((out.get(sessionId)?.units ?? 0) > 0) complain(`visit ${sessionId}: something left the machine, and nothing is to be paid for`);
}

/** An operator's refund that was answered is there once, to the cent. */
export function checkRefunds(facts: readonly AnyFact[], operators: readonly Operator[], complain: Complain): void {
  const asked = new Map<string, number>();
  for (const fact of facts as unknown as Stored<SalesFact>[]) {
    if (fact.type !== 'RefundRequested') continue;
    const id = `${fact.data.saleId}.${fact.data.line}`;
    asked.set(id, (asked.get(id) ?? 0) + fact.data.amountCents);
  }
  for (const { refunded } of operators) for (const [id, cents] of refunded) if (asked.get(id) !== cents) complain(`sale ${id}: the operator gave back ${cents} cents, the log says ${asked.get(id) ?? 0}`);
}

/** What the screen says is in a slot is what lies in it. */
export async function checkStock(kit: Kit, tenants: readonly Tenant[], complain: Complain): Promise<void> {
  for (const tenant of tenants) {
    for (const { machineId, slots, waiting } of tenant.machines) {
      if (waiting > 0) complain(`${machineId} still has ${waiting} events that nobody acknowledged`);
      const shown = await kit.ask(getMachine, { id: machineId }, { caller: operatorOf(tenant), commandId: 'check', correlationId: 'check' });
      if (isRefusal(shown)) {
        complain(`${machineId}: ${shown.message}`);
        continue;
      }
      for (const { slot, quantity } of shown.inventory) if (quantity !== slots.get(slot)) complain(`${machineId} ${slot}: the screen says ${quantity}, there are ${slots.get(slot)}`);
    }
  }
}

/** An alert is open exactly where a slot is low; when every machine is heard again none is said to be away. */
export async function checkAlerts(kit: Kit, tenants: readonly Tenant[], complain: Complain): Promise<void> {
  for (const tenant of tenants) {
    const asked = { caller: operatorOf(tenant), commandId: 'check', correlationId: 'check' };
    const found = await kit.ask(listAlerts, listAlerts.input.parse({ isResolved: false, limit: 100 }), asked);
    if (isRefusal(found)) {
      complain(`${tenant.account}: its alerts are not told: ${found.message}`);
      continue;
    }
    const open = found.alerts.filter(({ type }) => type === 'low_stock' || type === 'machine_offline').map(({ type, machine, details }) => `${type} ${machine.machineId} ${details.slot ?? ''} ${details.currentStock ?? ''}`);
    const low = tenant.machines.flatMap(({ machineId, slots }) => [...slots].filter(([, left]) => isLow(left, SLOT_HOLDS, LOW_STOCK_PERCENT)).map(([slot, left]) => `low_stock ${machineId} ${slot} ${left}`));
    if (open.sort().join() !== low.sort().join()) complain(`${tenant.account}: alerts of ${open.join(', ')} are open, ${low.join(', ')} should be`);
  }
}

const TRIES = 10;

/** Views as they have become are those that the log alone makes. What is due while they are made anew is in one of them only: then they are compared again. */
export async function checkViews(kit: Kit, accounts: ReadonlySet<string>, settled: () => Promise<void>, written: () => number, complain: Complain): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = written();
    const live = await everyRow(kit.views, accounts);
    const rebuilding = kit.rebuildAll();
    await settled();
    await rebuilding;
    const rebuilt = await everyRow(kit.views, accounts);
    if (written() !== before) continue;
    for (const [view, rows] of rebuilt) if (rows !== live.get(view)) complain(`the view ${view} differs from one made anew`);
    return;
  }
  complain('the log never stood still');
}
