/** Prices, what they include, what they typically return, and the questions people ask. */
import { TRIAL_DAYS } from '@larder/contracts/identity/price-list.js';
import { paths } from '../../../lib/paths.js';
import { mailTo } from '../contact.js';
import { dollars, percent } from '../figures.js';
import { Questions } from './questions.js';
import { featuresOf, limitTexts, tiers, type Tier } from './tiers.js';
import './pricing.css';

export const PricingPage = () => (
  <>
    <section className="wide page-head">
      <h1>One price a month. Your sales are yours.</h1>
      <p className="lead">Every plan starts with {TRIAL_DAYS} days of everything in Growth, and comes with a 30-day money-back guarantee.</p>
    </section>
    <ul className="wide tiers">
      {tiers.map((tier) => <TierCard key={tier.name} tier={tier} />)}
    </ul>
    <Returns />
    <Questions />
    <section className="wide page-end">
      <p>Already with us? <a href={paths.login()}>Sign in</a>. New here? <a href={paths.register()}>Create your account</a>.</p>
    </section>
  </>
);

function TierCard({ tier }: { tier: Tier }) {
  const { displayName, priceCents, popular, interval } = tier.plan;
  return (
    <li className={popular ? 'tier popular' : 'tier'}>
      <h2>{displayName}{popular && <span className="tag">Most Popular</span>}</h2>
      <p>{tier.for}</p>
      <p className="price"><strong>{dollars(priceCents / 100)}</strong> / {interval}</p>
      <ChooseTier tier={tier} />
      <ul className="included">
        {limitTexts(tier.plan).map(({ key, text }) => <li key={key}>{text}</li>)}
        <li>{tier.catalogue}</li>
        {featuresOf(tier.plan).map((feature) => <li key={feature}>{feature}</li>)}
      </ul>
      <p className="typical"><strong>{percent(tier.typicalRoi)}</strong> typical ROI</p>
    </li>
  );
}

function ChooseTier({ tier: { name, isTalk, plan: { displayName, popular } } }: { tier: Tier }) {
  const look = popular ? 'button' : 'button quiet';
  if (isTalk) return <a className={look} href={mailTo(`Larder ${displayName}`)}>Contact Sales</a>;
  return <a className={look} href={paths.register({ plan: name })} aria-label={`Get Started with ${displayName}`}>Get Started</a>;
}

const Returns = () => (
  <section className="wide block returns" aria-labelledby="returns">
    <div>
      <h2 id="returns">What it returns</h2>
      <p>Typical returns on a year of each plan. Yours depend on how many guests pass by, and how often; the calculator takes your own numbers.</p>
      <p><a className="button quiet" href={paths.roiCalculator}>Calculate yours</a></p>
    </div>
    <table>
      <thead>
        <tr><th scope="col">Plan</th><th scope="col">A year</th><th scope="col">Typical return</th><th scope="col">Back per dollar</th></tr>
      </thead>
      <tbody>
        {tiers.map(({ plan, typicalRoi }) => (
          <tr key={plan.id}>
            <th scope="row">{plan.displayName}</th>
            <td>{dollars((plan.priceCents / 100) * 12)}</td>
            <td>{percent(typicalRoi)}</td>
            <td>${(1 + typicalRoi / 100).toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
