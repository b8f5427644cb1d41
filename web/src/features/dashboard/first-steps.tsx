/** What is left to do until guests can buy, for whoever may do it; gone once it is done. */
import { CheckOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import { useIsAnybodyToldQuery } from '../../lib/anybody-told-api.js';
import { usePolling } from '../../lib/live/live.js';
import { paths } from '../../lib/paths.js';
import { useMayChange } from '../../lib/session/session-api.js';
import { Section } from '../../ui/section.js';
import { useAnyProductQuery, useMachineStatusQuery } from './dashboard-api.js';

interface Step {
  isDone: boolean;
  to: string;
  label: string;
  about: string;
}

export function FirstSteps() {
  const may = [useMayChange('products.create'), useMayChange('machines.create'), useMayChange('settings.update')].every(Boolean);
  const { data } = useMachineStatusQuery({ status: '' }, { ...usePolling(), skip: !may });
  const machines = data?.machines.filter(({ historyOnly }) => !historyOnly) ?? [];
  const isSetUp = machines.some(({ status }) => status !== 'pending_setup');
  const isFilled = machines.some(({ stock }) => stock.room > 0);
  const isUnderWay = !data || (isSetUp && isFilled);
  const { data: products } = useAnyProductQuery(undefined, { skip: isUnderWay });
  // Unless somebody says so nobody is told when a machine is silent, or a guest asks.
  const { data: isAnybodyTold, isError } = useIsAnybodyToldQuery(undefined, { skip: isUnderWay });
  if (isUnderWay || !products || (isAnybodyTold === undefined && !isError)) return null;
  const machine = machines[0] ? paths.machine(machines[0].machineId) : paths.newMachine;
  const steps: Step[] = [
    { isDone: products.total > 0, to: paths.newProduct, label: 'Add a product', about: 'What you sell, for how much. A list can be imported, too.' },
    { isDone: machines.length > 0, to: paths.newMachine, label: 'Add a machine', about: 'Its name, where it stands, and the Wi-Fi there. You are given a claim code for it.' },
    { isDone: isSetUp, to: machine, label: 'Connect it', about: 'Turn it on and give it the claim code: it is told its Wi-Fi and its credential, and comes online.' },
    { isDone: isAnybodyTold === true, to: paths.alertRules, label: 'Say who is told', about: 'Who gets an e-mail when it is silent, runs low, or a guest asks for money back. Until then alerts show on their screen only.' },
    { isDone: isFilled, to: machine, label: 'Fill it', about: 'Say which product is in which slot, and how many. Then guests can tap, take and pay.' },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Section title="First steps">
      <ol className="first-steps">
        {steps.map(({ isDone, to, label, about }, n) => (
          <li key={label} className={isDone ? 'done' : undefined} aria-current={n === next ? 'step' : undefined}>
            <span className="number" aria-hidden="true">{isDone ? <CheckOutlined /> : n + 1}</span>
            <span>
              {isDone ? <strong>{label}</strong> : <Link to={to}>{label}</Link>}{isDone && <span className="unseen"> Done</span>}
              {!isDone && <small>{about}</small>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
