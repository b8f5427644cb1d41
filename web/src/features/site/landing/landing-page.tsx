/** The landing page. */
import { TRIAL_DAYS } from '@larder/contracts/identity/price-list.js';
import { paths } from '../../../lib/paths.js';
import { Benefits } from './benefits.js';
import { HeroPicture } from './hero-picture.js';
import { HowItWorks } from './how-it-works.js';
import { Safeguards } from './safeguards.js';
import { VisitLog } from './visit-log.js';
import './landing.css';

export const LandingPage = () => (
  <>
    <Hero />
    <Claims />
    <Benefits />
    <HowItWorks />
    <VisitLog />
    <Safeguards />
    <Invitation />
  </>
);

const Hero = () => (
  <section className="hero wide">
    <div className="hero-words">
      <p className="kicker">Vending for short-term rentals</p>
      <h1>A small shop in every stay.</h1>
      <p className="lead">
        Larder turns a glass-door cabinet into income. Guests tap, take what they like and pay on their phone. You see every sale, every slot and every alert the moment it happens.
      </p>
      <p className="ways">
        <a className="button" href={paths.register()}>Get Started</a>
        <a className="button quiet" href={paths.roiCalculator}>See what it could earn</a>
      </p>
      <p className="fine points"><span>{TRIAL_DAYS}-day trial with everything in Growth</span> <span>30-day money-back guarantee</span></p>
    </div>
    <HeroPicture />
  </section>
);

const claims = [
  { figure: '$1,800 to $4,800+', text: 'typical extra income a year, in US dollars' },
  { figure: '24/7', text: 'guest access' },
  { figure: '30 days', text: 'money-back guarantee' },
];
const Claims = () => (
  <section className="claims" aria-label="In short">
    <dl className="wide">
      {claims.map(({ figure, text }) => (
        <div key={figure}>
          <dt>{figure}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const Invitation = () => (
  <section className="invitation">
    <div className="wide">
      <h2>Stock one shelf. See what your guests take.</h2>
      <p>Try everything in Growth for {TRIAL_DAYS} days. If you subscribe and it is not for you, you have 30 days to get your money back.</p>
      <p className="ways">
        <a className="button light" href={paths.register()}>Get Started</a>
        <a className="button outlined" href={paths.pricing}>Compare plans</a>
      </p>
    </div>
  </section>
);
