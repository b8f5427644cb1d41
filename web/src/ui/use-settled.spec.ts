import { afterTaken } from './use-settled.js';

describe('A field whose text is taken once the typing pauses', () => {
  it('shows what was taken, also when that is said in other words', () => {
    expect(afterTaken({ typed: 'harbor', was: '', sent: 'harbor' }, 'harbor')).toEqual({ typed: 'harbor', was: 'harbor' });
    expect(afterTaken({ typed: 'Harbor Loft', was: '', sent: 'Harbor Loft' }, 'VM-002')).toEqual({ typed: 'VM-002', was: 'VM-002' });
  });

  it('keeps what was typed or chosen after the text that has been taken only now', () => {
    expect(afterTaken({ typed: 'VM-002', was: '', sent: 'harbor' }, 'harbor')).toEqual({ typed: 'VM-002', was: 'harbor' });
  });

  it('gives way to what is changed elsewhere, such as all filters at once', () => {
    expect(afterTaken({ typed: 'har', was: 'lake' }, '')).toEqual({ typed: '', was: '' });
  });
});
