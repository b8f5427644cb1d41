import { PassThrough } from 'node:stream';
import { openTerminal } from './terminal.js';

function opened(isTTY: boolean) {
  const [input, output] = [new PassThrough(), new PassThrough()].map((stream) => Object.assign(stream, { isTTY })) as unknown as [PassThrough & typeof process.stdin, PassThrough & typeof process.stdout];
  let now = 0;
  const complaints = new PassThrough();
  const terminal = openTerminal(input, output, () => now, complaints);
  return { terminal, input, complained: (): string => String(complaints.read() ?? ''), shown: (): string => String(output.read() ?? ''), pass: (ms: number) => void (now += ms) };
}

describe('On a terminal', () => {
  it('progress is one line that is rewritten, and what is said after it begins a line of its own', () => {
    const { terminal, shown } = opened(true);
    terminal.progress('1 of 2');
    terminal.progress('2 of 2');
    terminal.say('Done');
    expect(shown()).toBe('\r\u001B[K1 of 2\r\u001B[K2 of 2\nDone\n');
  });
  it('a secret is asked for and not shown', async () => {
    const { terminal, input, shown } = opened(true);
    const answer = terminal.askSecret('Password: ', 'nobody to ask');
    input.write('s3cret\n');
    expect(await answer).toBe('s3cret');
    expect(shown()).toBe('Password: \n');
  });
});

describe('In a pipe', () => {
  it('progress is a line now and then', () => {
    const { terminal, shown, pass } = opened(false);
    for (const line of ['1 of 9', '2 of 9', '3 of 9']) {
      terminal.progress(line);
      pass(1500);
    }
    expect(shown()).toBe('1 of 9\n3 of 9\n');
  });
  it('why something was not done is no part of what goes on to the next program', () => {
    const { terminal, shown, complained } = opened(false);
    terminal.say('0  MachineRegistered');
    terminal.complain('There is no view called nothing');
    expect([shown(), complained()]).toEqual(['0  MachineRegistered\n', 'There is no view called nothing\n']);
  });
  it('nobody can be asked', async () => {
    await expect(opened(false).terminal.askSecret('Password: ', 'Put it into LARDER_PASSWORD')).rejects.toThrow('Put it into LARDER_PASSWORD');
  });
});
