/** Leaving an address with the results: thanked for only when it is stored. */
import type { Lead } from '@larder/contracts/identity/leads.js';
import { useRef, useState, type FormEvent } from 'react';
import { mailTo, SUPPORT } from '../contact.js';
import type { Estimate } from './estimate.js';
import { randomKey, sendLead } from './send-lead.js';

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function LeadForm({ estimate }: { estimate?: Estimate }) {
  const { email, setEmail, complaint, busy, failure, thanked, submit } = useLead(estimate);
  if (thanked) {
    return (
      <section className="lead-form" role="status">
        <h2>Thank you!</h2>
        <p>Your estimate is saved, together with {email.trim()}. You can go on trying other numbers.</p>
      </section>
    );
  }
  return (
    <section className="lead-form" aria-labelledby="lead">
      <h2 id="lead">Keep this estimate</h2>
      <p>Leave your e-mail, and we will get in touch about a trial with these numbers. Every plan has a 30-day money-back guarantee.</p>
      <form onSubmit={submit} noValidate>
        <label htmlFor="email">E-mail</label>
        <input id="email" type="email" autoComplete="email" maxLength={254} value={email} onChange={(event) => setEmail(event.target.value)} aria-invalid={complaint !== undefined} aria-describedby={complaint ? 'email-wrong' : undefined} />
        <button type="submit" className="button" disabled={busy}>{busy ? 'Saving...' : failure === undefined ? 'Save my estimate' : 'Retry'}</button>
        {complaint && <p id="email-wrong" className="complaint" role="alert">{complaint}</p>}
      </form>
      {failure !== undefined && <p className="failure" role="alert"><strong>This was not saved.</strong> {failure.replace(/[^.!?]$/, '$&.')} What you entered is still here.</p>}
      <p className="fine">We keep your address and these numbers, encrypted, to write to you about Larder and for nothing else. To have them deleted, write to <a href={mailTo('Forget my address')}>{SUPPORT}</a>.</p>
    </section>
  );
}

const leadOf = (email: string, { inputs, roi }: Estimate): Lead =>
  ({ email: email.trim(), firstName: '', propertyCount: inputs.properties, interestedInTrial: true, leadSource: 'roi-calculator', roiResults: roi });

function complaintAbout(email: string, estimate: Estimate | undefined): string | undefined {
  if (!email.trim()) return 'Email is required';
  if (!ADDRESS.test(email.trim())) return 'Please enter a valid email address';
  return estimate ? undefined : 'Please correct the numbers above first';
}

function useLead(estimate: Estimate | undefined) {
  const [email, setEmail] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** What was stored last; other numbers bring the form back. */
  const [stored, setStored] = useState<string>();
  /** A lead keeps its key however often it is tried. */
  const sending = useRef({ lead: '', key: '' });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = complaintAbout(email, estimate);
    setComplaint(found);
    if (found || !estimate || busy) return;
    const lead = leadOf(email, estimate);
    const text = JSON.stringify(lead);
    if (sending.current.lead !== text) sending.current = { lead: text, key: randomKey() };
    setBusy(true);
    setFailure(undefined);
    const sent = await sendLead(lead, sending.current.key);
    setBusy(false);
    if (sent.stored) setStored(text);
    else setFailure(sent.why);
  };
  return {
    email, complaint, busy, failure, thanked: estimate !== undefined && stored === JSON.stringify(leadOf(email, estimate)),
    setEmail: (text: string) => {
      setEmail(text);
      setComplaint(undefined);
    },
    submit: (event: FormEvent) => void submit(event),
  };
}
