/** Questions about prices, with their answers. */
import { plans, TRIAL_DAYS } from '@larder/contracts/identity/price-list.js';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/paths.js';
import { mailTo, SUPPORT } from '../contact.js';

const questions: readonly { question: string; answer: ReactNode }[] = [
  {
    question: 'What happens after the trial?',
    answer: `For ${TRIAL_DAYS} days you have everything in Growth. Then you choose a plan. If you choose none, you keep what Essential offers, and machines beyond its limit can be looked at but not changed. Nothing is deleted.`,
  },
  {
    question: 'What if I have more machines than my plan includes?',
    answer: `You may register up to ${plans.starter.machineCap} machines with Essential and ${plans.professional.machineCap} with Growth. Above what is included everything goes on working; we tell you that you are over your plan and offer the next one. A guest is never stopped in the middle of a visit.`,
  },
  { question: 'How does the money-back guarantee work?', answer: <>Write to <a href={mailTo('Money-back guarantee')}>{SUPPORT}</a> within 30 days of your first payment, and you get it back.</> },
  { question: 'Can I change or cancel my plan?', answer: 'Yes, the owner of your organization can, at any time. A cancelled plan runs to the end of the period that is paid, and can be resumed until then.' },
  { question: 'Do guests need an app or an account?', answer: 'No. The tag on the machine opens a page in the browser of their phone, and they pay by card in a hosted checkout.' },
  { question: 'Which machines work with it?', answer: <>Networked cabinets with an ESP32-based controller, or any controller that speaks the device protocol in our <a href={paths.docs}>documentation</a>.</> },
  { question: 'Can I bring my sales history?', answer: <>Yes. Transaction exports (CSV) are imported under Sales; you see what would happen before anything is taken over, and the same file twice changes nothing. See <a href={`${paths.docs}#import`}>how import works</a>.</> },
  { question: 'What does “typical” mean?', answer: <>It is a marketing figure, not a promise. The <a href={paths.roiCalculator}>calculator</a> shows its formula, and your own sales show the truth.</> },
];

export const Questions = () => (
  <section className="wide block questions" aria-labelledby="questions">
    <div>
      <h2 id="questions">Questions</h2>
      <p>Something else? Write to <a href={mailTo()}>{SUPPORT}</a>.</p>
    </div>
    <div>
      {questions.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </section>
);
