import { explanation, failureTone } from './failure-text.js';

describe('a failure', () => {
  it('is said in the server\'s words', () => {
    expect(explanation({ code: 'CONFLICT', message: 'This address is already invited.' })).toBe('This address is already invited.');
    expect(explanation({ code: 'CONFLICT', message: 'Somebody else changed this', data: { details: 'Nobody reads this.' } })).toBe('Somebody else changed this.');
  });

  it('of something this deployment does not support says what to do instead', () => {
    const data = { details: 'This deployment is read-only.', userAction: 'Contact your administrator for changes.' };
    expect(explanation({ code: 'READ_ONLY', message: 'Updating account is not supported', data })).toBe('Updating account is not supported. This deployment is read-only. Contact your administrator for changes.');
    expect([failureTone({ code: 'READ_ONLY' }), failureTone({ code: 'BAD_INPUT' }), failureTone({ code: 'CONFLICT' })]).toEqual(['unsupported', 'validation', 'failed']);
  });
});
