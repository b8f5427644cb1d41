/** Help for guests at a machine and for those who run one. */
import type { ReactNode } from 'react';
import { paths } from '../../../lib/paths.js';
import { mailTo, SUPPORT } from '../contact.js';
import { LOW_STOCK_PERCENT, OFFLINE_SECONDS, SETUP_HOURS } from '../facts.js';
import { Reading, type Chapter } from './reading.js';

const Answers = ({ answers }: { answers: readonly (readonly [string, ReactNode])[] }) => answers.map(([question, answer]) => (
  <details key={question}>
    <summary>{question}</summary>
    <p>{answer}</p>
  </details>
));

const write = <a href={mailTo('Help')}>{SUPPORT}</a>;

const chapters: readonly Chapter[] = [
  {
    id: 'guests', title: 'I am at a machine', text: (
      <Answers answers={[
        ['How do I buy something?', 'Hold your phone to the tag on the machine and open the page it offers. The door unlocks. Take what you like, close the door, and pay on your phone.'],
        ['The door does not open', 'Check that the page says “Select Your Items”. If it says that the machine is busy, another visit is still open: wait until it has ended, then tap again. If the machine is offline or in maintenance, it cannot be used at the moment.'],
        ['I took the wrong thing', 'Put it back into its slot before you close the door. It leaves the list on your phone.'],
        ['Can I cancel?', 'Yes, as long as you hold nothing. If the page asks you to return items first, it names them.'],
        ['The time ran out', 'With nothing taken the visit just ends, and nothing is charged. With items out the visit waits for your payment: open the page again, or tap the tag again with the same phone.'],
        ['I left the checkout without paying', 'Go back to the page and press Pay again. You are charged once, however often you come back.'],
        ['My payment does not show', 'The page waits for the payment provider’s confirmation and changes by itself. It calls a purchase paid only when it is.'],
        ['Where is my receipt?', 'On the page after the payment, with a reference. Its address stays valid: bookmark it, print it, or have it sent to you by e-mail.'],
        ['I was charged for something I did not take', <>Open your receipt in the browser you bought with, or by the link of the e-mailed one, and press “Something wrong?” beside the item. Your host sees each item that left and came back, with its time, and you read there what was decided. If that is not offered any more, write to your host, or to {write}, with the reference on the receipt.</>],
      ]} />
    ),
  },
  {
    id: 'start', title: 'I am setting up', text: (
      <ol>
        <li><a href={paths.register()}>Create your account</a> and verify your e-mail address; this also creates your organization.</li>
        <li>Add your products with price, cost and allergens.</li>
        <li>Under Machines, press Add Machine Profile: its name, where it stands, and the Wi-Fi there. You are shown a claim code, good for {SETUP_HOURS} hours; the machine’s page makes another one.</li>
        <li>Turn the machine on and give it the claim code. It is told its Wi-Fi and its credential, and comes online.</li>
        <li>Print its sign and write its tag: both are on the machine's page, under Sign and tag.</li>
        <li>Put products into its slots, tap the tag, and buy the first item yourself.</li>
      </ol>
    ),
  },
  {
    id: 'running', title: 'I run machines', text: (
      <Answers answers={[
        ['A machine is “Disconnected” or “Offline”', `A machine sends a heartbeat every 15 seconds. When they stop it shows as disconnected, and after ${OFFLINE_SECONDS} seconds as offline, with an alert. Check power and Wi-Fi; sales made meanwhile are reported when it is back.`],
        ['I want to stop sales for a while', 'Switch the machine to maintenance in the list of machines. Guests are told that it is not available, and its stock stays as it is.'],
        ['How do I know what to bring?', 'Machines, Restock List: what is missing up to the par levels, by product and by slot. Leave out the machines you do not visit, print it, and enter what you filled in, machine by machine.'],
        ['How do I clear a low-stock alert?', `Restock the slot. Above ${LOW_STOCK_PERCENT}% the alert clears by itself. You can also resolve it by hand, with a reason.`],
        ['What is an “unusual activity” alert?', <>Something that needs a look: items out and not paid for, a door that opened without a visit, or reports that are missing. The message says which; <a href={`${paths.docs}#alerts`}>all of them are listed here</a>.</>],
        ['A count is wrong', 'Adjust the slot’s stock and give a reason. The correction is recorded next to what the machine reported.'],
        ['Somebody does not see a page', <>Products, analytics and settings depend on the role. See the <a href={`${paths.docs}#roles`}>table of roles</a>; the owner of your organization can change them.</>],
        ['The dashboard says that its figures are old', 'It could not reach us just now and shows what it last heard. It tries again by itself; Retry does so at once.'],
      ]} />
    ),
  },
  {
    id: 'account', title: 'My account', text: (
      <Answers answers={[
        ['I cannot sign in', <>Check the address, and that it is verified. After several wrong passwords there is a pause of up to 15 minutes. If it still does not work, write to {write}.</>],
        ['I am asked to sign in again', 'A sign-in is renewed by itself while it is in use. It ends when you sign out, after 30 days without use, after half a year in any case, or when it was used from a copy elsewhere, which we stop on purpose.'],
        ['How do I cancel?', <>The owner cancels under Subscription; the plan runs to the end of the period that is paid. Within 30 days of the first payment you get it back: write to {write}.</>],
      ]} />
    ),
  },
  { id: 'contact', title: 'Talk to us', text: <p>{write}. Please add the machine’s name and, if there is one, the number that the error message asks you to quote.</p> },
];

export const HelpPage = () => <Reading title="Help" lead="For guests in front of a machine, and for those who run one." chapters={chapters} />;
