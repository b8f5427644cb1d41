/** What the product does, for hosts who are choosing. */
import { paths } from '../../../lib/paths.js';
import { LOW_STOCK_PERCENT, MAINTENANCE_DAYS, OFFLINE_SECONDS } from '../facts.js';
import { Reading, Terms, type Chapter } from './reading.js';

const chapters: readonly Chapter[] = [
  {
    id: 'guests', title: 'For your guests', text: (
      <>
        <p>A tap on the tag opens a page in the browser; nothing is installed and nobody signs up. The page counts down the visit, lists what was taken with its price, and shows the total before anything is paid.</p>
        <Terms terms={[
          ['Tap', 'The door unlocks for this guest only. Prices are fixed for the visit: the guest pays what was shown at the tap.'],
          ['Change of mind', 'What is put back leaves the list. With nothing taken, the visit can be cancelled, or simply ends.'],
          ['Payment', 'By card in a hosted checkout. The page follows the payment until it is final, and claims only what has really happened.'],
          ['Receipt', 'A page with every item, the total and a reference, there to come back to.'],
        ]} />
      </>
    ),
  },
  {
    id: 'live', title: 'A live dashboard', text: (
      <>
        <p>Today’s revenue, the last seven or thirty days, machines online and open alerts on one screen. It changes by itself when something happens, and says how old it is.</p>
        <p>Days are the days of your own time zone, sums are sums of real sales, and a figure that cannot be loaded is marked as old instead of being guessed.</p>
      </>
    ),
  },
  {
    id: 'stock', title: 'Stock that counts itself', text: (
      <>
        <p>Every slot knows its product, what is left and how much fits. Taking, returning and restocking are counted as they are reported, so two people working at once do not overwrite each other.</p>
        <Terms terms={[
          ['Prices', 'One price per product, and another one for a single slot where you want it.'],
          ['Restock list', 'What to bring for a round, which slot of which machine it goes into, and a whole machine filled in one go.'],
          ['Low stock', `A slot at or below ${LOW_STOCK_PERCENT}% raises an alert, an empty one a louder alert. Restocking clears it.`],
          ['Corrections', 'A count that was wrong is adjusted with a reason, which stays on record.'],
        ]} />
      </>
    ),
  },
  {
    id: 'alerts', title: 'Alerts that mean something', text: (
      <Terms terms={[
        ['Running low', 'Which product, in which machine and slot, how many are left.'],
        ['Offline', `No heartbeat for ${OFFLINE_SECONDS} seconds. Resolves itself when the machine is back.`],
        ['Maintenance due', `A machine that nobody serviced for ${MAINTENANCE_DAYS} days, or for as many as you set.`],
        ['Unusual', 'Items out and not paid for; a door or an item moving without a visit; reports that are missing.'],
        ['Resolved', 'By itself when the condition ends, or by a person with a reason. Statistics show how long it took.'],
      ]} />
    ),
  },
  {
    id: 'team', title: 'A team with roles', text: <p>Four roles, from looking to owning, decide what somebody sees and may do; the server checks them on every call. The <a href={`${paths.docs}#roles`}>table of roles</a> is public.</p>,
  },
  {
    id: 'history', title: 'Your history comes along', text: <p>Transaction exports of your former system are imported with their machines, products and sales. You see a dry run first; rows that cannot be taken over are handed back with line and reason. <a href={`${paths.docs}#import`}>How import works</a>.</p>,
  },
  {
    id: 'open', title: 'Open on both sides', text: <p>Everything a screen does is a call of the <a href={paths.apiDocs}>HTTP API</a>, and machines speak a small <a href={`${paths.docs}#devices`}>documented protocol</a>. Neither is a secret.</p>,
  },
  {
    id: 'trust', title: 'Built like a ledger', text: (
      <>
        <p>What happened is written down once and never edited: every tap, item, payment and correction. Each entry carries a fingerprint of all before it, so that a damaged or shortened ledger is noticed before it is used.</p>
        <p>Names and addresses are encrypted with a key for each person; deleting the key makes them unreadable for good, while your sums stay right.</p>
      </>
    ),
  },
];

export const FeaturesPage = () => (
  <Reading title="Everything a shop needs, except the shopkeeper" lead={<>What Larder does for guests and for you. See <a href={paths.pricing}>what each plan includes</a>.</>} chapters={chapters} />
);
