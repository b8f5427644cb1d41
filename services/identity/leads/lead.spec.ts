import type { LeadFact } from '@larder/contracts/identity/leads.js';
import { given } from '@larder/kit/testing.js';
import { lead } from './lead.js';

const captured = (digest: string, sealed = 'sealed'): LeadFact => ({ type: 'LeadCaptured', data: { leadId: 'l1', digest, lead: sealed } });
const capture = (fact: LeadFact) => ({ type: 'CaptureLead' as const, captured: fact.data });

describe('A visitor who leaves an address', () => {
  it('is kept', () => given(lead).when(capture(captured('one'))).then(captured('one')));

  it('is not kept twice for saying the same again, though it looks different sealed', () =>
    given(lead, captured('one')).when(capture(captured('one', 'sealed anew'))).thenNothing());

  it('who says something else is kept anew, and the newest answer counts', () => {
    given(lead, captured('one')).when(capture(captured('two'))).then(captured('two'));
    given(lead, captured('one'), captured('two')).when(capture(captured('two'))).thenNothing();
    given(lead, captured('one'), captured('two')).when(capture(captured('one'))).then(captured('one'));
  });
});
