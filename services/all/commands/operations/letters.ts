/** `larder dead-letters`: what lies aside, what it is, and having it taken up. */
import type { Terminal } from '../terminal.js';
import type { AskRunning } from './running.js';

/** Rejects with a sentence, also when something still cannot be acted upon. */
export async function letters([what, of]: string[], ask: AskRunning, terminal: Terminal): Promise<void> {
  switch (what) {
    case 'list':
      return list(ask, terminal);
    case 'show':
      if (!of) throw new Error('Please name a fact by its id: larder dead-letters show <fact>');
      return terminal.say(JSON.stringify(await ask('letter', of), null, 2));
    case 'replay':
      if (!of) throw new Error('Please name a consumer, or all: larder dead-letters replay <consumer>');
      return replay(of === 'all' ? '' : of, ask, terminal);
    default:
      throw new Error(`Nobody knows dead-letters ${what}: list, show or replay`);
  }
}

async function list(ask: AskRunning, terminal: Terminal): Promise<void> {
  const aside = await ask('letters');
  if (aside.length === 0) terminal.say('Nothing lies aside');
  for (const { consumer, at, factId, type, stream, error, passes, newer } of aside) {
    const then = passes ? ' (is tried again by itself)' : newer ? ' (is done by that version by itself)' : '';
    terminal.say(`${consumer}  ${at}  ${factId}  ${type} of ${stream}  ${error ?? 'waits behind another'}${then}`);
  }
}

async function replay(of: string, ask: AskRunning, terminal: Terminal): Promise<void> {
  const replayed = await ask('replay', of);
  for (const { consumer, takenUp, failed } of replayed) {
    terminal.say(`${consumer}: ${takenUp} taken up`);
    for (const { factId, error } of failed) terminal.say(`  ${factId} still fails: ${error}`);
  }
  if (replayed.some(({ failed }) => failed.length > 0)) throw new Error('Not everything could be taken up');
}
