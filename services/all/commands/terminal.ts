/** The terminal as the command line needs it: lines, a line that is rewritten while something goes on, and a question without echo. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export interface Terminal {
  say(line: string): void;
  /** Why something was not done: apart from what was asked for, which may go into a file or another program. */
  complain(line: string): void;
  /** How far something is: one line that is rewritten, or now and then a line of its own where that is not possible. */
  progress(line: string): void;
  /** Rejects with `otherwise` when there is nobody to ask. */
  ask(question: string, otherwise: string): Promise<string>;
  /** The same, without showing what is typed. */
  askSecret(question: string, otherwise: string): Promise<string>;
}

/** Between lines of progress where they cannot be rewritten. */
const LINE_MS = 2000;

export function openTerminal(input = process.stdin, output = process.stdout, now = () => performance.now(), complaints: NodeJS.WritableStream = process.stderr): Terminal {
  let isUnfinished = false;
  let saidAt = -Infinity;
  const finish = (): void => {
    if (isUnfinished) output.write('\n');
    isUnfinished = false;
  };
  const ask = (question: string, otherwise: string, echo: boolean): Promise<string> => {
    if (!input.isTTY) return Promise.reject(new Error(otherwise));
    finish();
    output.write(question);
    const silent = new Writable({ write: (_, __, done) => done() });
    const reading = createInterface({ input, output: echo ? output : silent, terminal: true });
    return new Promise((answered, failed) => {
      reading.once('line', (line) => {
        answered(line);
        reading.close();
        if (!echo) output.write('\n');
      });
      reading.once('SIGINT', () => reading.close());
      reading.once('close', () => failed(new Error('Nothing was done')));
    });
  };
  return {
    say(line) {
      finish();
      output.write(`${line}\n`);
    },
    complain(line) {
      finish();
      complaints.write(`${line}\n`);
    },
    progress(line) {
      if (output.isTTY) {
        output.write(`\r\u001B[K${line}`);
        isUnfinished = true;
      } else if (now() - saidAt >= LINE_MS) {
        saidAt = now();
        output.write(`${line}\n`);
      }
    },
    ask: (question, otherwise) => ask(question, otherwise, true),
    askSecret: (question, otherwise) => ask(question, otherwise, false),
  };
}
