/** Chapters of the documentation about running machines. */
import { OFFLINE_AFTER_SECONDS } from '@larder/contracts/fleet.js';
import { machineDisplay } from '../../../lib/machines/machine-display.js';
import { LOW_STOCK_PERCENT, MAINTENANCE_DAYS } from '../facts.js';
import { Terms } from './reading.js';

export const VisitChapter = () => (
  <>
    <ol>
      <li>The guest taps the tag. The tag only says which machine is meant; the visit gets an id that nobody can guess, and a machine serves one visit at a time.</li>
      <li>The prices of all slots are copied into the visit, and the door unlocks.</li>
      <li>The machine reports what is taken and put back; the guest’s page and your stock follow.</li>
      <li>The door closes. With nothing taken the visit ends, else payment is due.</li>
      <li>The payment provider confirms the payment. Only then is the visit completed and the sale recorded, with price, cost, currency and day.</li>
    </ol>
    <Terms terms={[
      ['active', 'The door may be open; the visit’s time is running.'],
      ['committed', 'The door was closed, or the time ran out, with items out. Payment is due.'],
      ['payment_pending', 'The guest is at the checkout.'],
      ['completed', 'Paid.'],
      ['cancelled', 'Ended by the guest, or by closing the door, with nothing taken.'],
      ['expired', 'The time ran out with nothing taken.'],
    ]} />
    <p>When the time runs out with items out, an alert is raised, and the visit is committed: at once, or, while the door stands open, as soon as it is closed, after an hour at the latest. When a committed visit stays unpaid, so is another.</p>
  </>
);

const states = [
  { at: machineDisplay({ status: 'online', isOnline: true }), text: 'Heartbeats arrive. Guests can buy.' },
  { at: machineDisplay({ status: 'online', isOnline: false }), text: 'The last heartbeat is overdue.' },
  { at: machineDisplay({ status: 'offline', isOnline: false }), text: `No heartbeat for ${OFFLINE_AFTER_SECONDS} seconds. An alert is raised.` },
  { at: machineDisplay({ status: 'maintenance', isOnline: true }), text: 'You have taken it out of service. Guests are told so.' },
];

export const MachinesChapter = () => (
  <>
    <p>Whether a machine is online is observed. Whether it is in service is your decision; the switch in the list of machines sets it.</p>
    <Terms terms={states.map(({ at: { label, tone }, text }) => [<span key={label} className={`state ${tone}`}>{label}</span>, text] as const)} />
  </>
);

export const AlertsChapter = () => (
  <>
    <p>An alert stands for a condition. It is raised once, changes while the condition does, and resolves itself when the condition ends. People with the operator role resolve by hand, with a reason.</p>
    <Terms terms={[
      ['low_stock', `A slot is at or below ${LOW_STOCK_PERCENT}% of its maximum: medium. Empty: high.`],
      ['machine_offline', `No heartbeat for ${OFFLINE_AFTER_SECONDS} seconds: high.`],
      ['maintenance_due', `A machine was added or last serviced ${MAINTENANCE_DAYS} days ago, or as many as your rules say: medium. It is serviced when it comes back from maintenance, when its door was open in service mode, or when somebody resolves the alert by hand.`],
      ['unusual_activity', 'The reason is in the details:'],
      [<code key="r">unpaid_session</code>, 'Items were taken and not paid for, or the time ran out with items out: high.'],
      [<code key="r">door_without_session</code>, 'The door opened, or an item left, while nobody was being served: high. A slot has more in it than before: medium; it counts as stock as far as it had left that way since the slot was counted. What happens within ten minutes of what was before is one alert.'],
      [<code key="r">door_left_open</code>, 'The door has been open for five minutes, and nobody is restocking or servicing the machine, or their time for that is over: high. No guest is served meanwhile.'],
      [<code key="r">temperature</code>, 'For a minute the machine has been warmer or colder than your rules allow: high.'],
      [<code key="r">refuses_guests</code>, 'The machine would not unlock for guests, such as because it was too warm for too long, or has no room to keep sales. It says so with its heartbeats, for a minute, or to the first guest who taps; the message has its words: high. It resolves itself when it would again, or when somebody has restocked or serviced it.'],
      [<code key="r">unseen_slot</code>, 'A slot is laid out that the machine says it has no sensor for, so that nobody would be charged for what is taken there: high. The inventory marks it as well. It resolves itself when the board was told the slot, or the slot was given free.'],
      [<code key="r">guest_dispute</code>, 'A guest says on the receipt that something was put back or was wrong, and the machine\'s reports do not decide it: high. It resolves itself when somebody approves or declines it.'],
      [<code key="r">late_item</code>, 'Something was reported taken or put back that did not change the bill: after the visit had ended, of a slot with nothing on offer, more than can have been in the slot, or more than the guest had taken of it. It is shown to you and never charged in silence: medium.'],
      [<code key="r">journal_gap</code>, 'Reports of the machine are missing. They are still taken when they come late: medium.'],
      [<code key="r">shelf_shifted</code>, 'A shelf became heavier or lighter behind the closed door, and no items explain it: medium. Nothing is taken off the stock; it resolves itself when somebody has restocked or serviced the machine.'],
      [<code key="r">copied_memory</code>, 'Two boards report as one machine, because the memory or the credential of one was copied. Some of what they sell may be lost until only one is left: high. It resolves itself when the machine is set up again.'],
      [<code key="r">payment_failure</code>, 'The payment provider opens no checkout, a refund was refused, or came back from the guest\'s bank, or the bank took a payment back: high.'],
    ]} />
  </>
);
