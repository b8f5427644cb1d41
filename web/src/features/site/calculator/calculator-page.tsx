/** What machines may earn, with one's own numbers. */
import { roiRanges } from '@larder/contracts/identity/roi.js';
import { useState } from 'react';
import { estimateOf, names, sliderOf, usualEntered, valueOf, type Entered, type Name } from './estimate.js';
import { LeadForm } from './lead-form.js';
import { Results } from './results.js';
import './calculator.css';

const fields: Record<Name, { label: string; unit: string; step: number }> = {
  properties: { label: 'Number of properties', unit: 'that you let', step: 1 },
  nightlyRate: { label: 'Nightly rate', unit: 'US dollars', step: 5 },
  occupancy: { label: 'Occupancy', unit: 'percent', step: 1 },
};

export function CalculatorPage() {
  const [entered, setEntered] = useState<Entered>(usualEntered);
  const estimate = estimateOf(entered);
  return (
    <>
      <section className="wide page-head">
        <h1>What could a machine earn at your place?</h1>
        <p className="lead">Three numbers that you know by heart. The results follow as you move them.</p>
      </section>
      <div className="wide calculator">
        <fieldset>
          <legend className="unseen">Your properties</legend>
          {names.map((name) => <Field key={name} name={name} text={entered[name]} onChange={(text) => setEntered((was) => ({ ...was, [name]: text }))} />)}
          <Formula />
        </fieldset>
        <Results estimate={estimate} />
        <LeadForm estimate={estimate} />
      </div>
    </>
  );
}

function Field({ name, text, onChange }: { name: Name; text: string; onChange: (text: string) => void }) {
  const { label, unit, step } = fields[name];
  const { min, max } = roiRanges[name];
  const isWrong = valueOf(name, text) === undefined;
  return (
    <div className="number-field">
      <label htmlFor={name}>{label} <small>{unit}</small></label>
      <input
        id={name} type="number" inputMode="decimal" min={min} max={max} step={name === 'properties' ? 1 : 'any'} value={text} onChange={(event) => onChange(event.target.value)}
        aria-invalid={isWrong} aria-describedby={isWrong ? `${name}-wrong` : undefined}
      />
      <input type="range" aria-label={`${label}, slider`} min={min} max={max} step={step} value={sliderOf(name, text)} onChange={(event) => onChange(event.target.value)} />
      <p className="ends" aria-hidden="true"><span>{min}</span><span>{max}</span></p>
      {isWrong && <p id={`${name}-wrong`} className="complaint" role="alert">Please enter a {name === 'properties' ? 'whole ' : ''}number from {min} to {max}</p>}
    </div>
  );
}

const Formula = () => (
  <details className="formula">
    <summary>How this is calculated</summary>
    <p>Monthly revenue is 1.5 × the nights sold out of 30 × a value for each night × your properties. That value is $15 where a night costs more than $200, $10 above $100, else $7. The ROI is what a year brings above the cost of the plan, in percent of that cost.</p>
    <p>It is an estimate of revenue before the cost of goods, not a promise.</p>
  </details>
);
