/** Answers a call once: what was answered to a key is a fact, so it is answered again after a restart, whatever has happened since. */
import { hash } from 'node:crypto';
import type { CallFact } from '@larder/contracts/calls.js';
import { isRefusal, refuse } from '@larder/contracts/reply.js';
import { isInsider } from '@larder/contracts/roles.js';
import { PASSING_REFUSALS } from '../aside/passing.js';
import type { Asked } from '../bus/ask.js';
import { never, type Decider } from './decider.js';
import type { Handler } from './handle.js';

type CallCommand = { type: 'BeginCall'; subject: string; fingerprint: string } | { type: 'NoteAnswer'; answer: unknown };
interface CallState {
  fingerprint?: string;
  answered?: { answer: unknown };
}

export const call: Decider<CallCommand, CallFact, CallState> = {
  category: 'call',
  initial: {},
  decide(command, { fingerprint, answered }) {
    switch (command.type) {
      case 'BeginCall':
        if (fingerprint === undefined) return [{ type: 'CallBegun', data: { subject: command.subject, fingerprint: command.fingerprint } }];
        return fingerprint === command.fingerprint ? [] : refuse('CONFLICT', 'This Idempotency-Key was used with another request.');
      case 'NoteAnswer':
        return answered ? [] : [{ type: 'CallAnswered', data: { answer: command.answer } }];
      default:
        return never(command);
    }
  },
  evolve(state, fact) {
    switch (fact.type) {
      case 'CallBegun':
        return { ...state, fingerprint: fact.data.fingerprint };
      case 'CallAnswered':
        return { ...state, answered: fact.data };
      default:
        return never(fact);
    }
  },
};

export class Once {
  /** By command and request: whoever sends it again meanwhile waits for the same answer. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(private readonly kit: Pick<Handler, 'handle'>) {}

  /**
   * The answer of `work`, or what was answered to the same request before. Without a key of the caller's every call is a new one.
   * A crash between work and answer repeats the work under the same command id, which has one effect.
   */
  async answer(subject: string, asked: Asked, work: () => Promise<unknown>): Promise<unknown> {
    const { commandId, fingerprint } = asked;
    if (fingerprint === undefined) return work();
    const request = `${commandId} ${fingerprint}`;
    const answering = this.underWay.get(request) ?? this.first(subject, { ...asked, fingerprint }, work).finally(() => this.underWay.delete(request));
    this.underWay.set(request, answering);
    return answering;
  }

  private async first(subject: string, { caller, commandId, fingerprint, correlationId }: Asked & { fingerprint: string }, work: () => Promise<unknown>): Promise<unknown> {
    const cause = { account: isInsider(caller) ? caller.account : 'calls', actor: `system:${subject}`, correlationId };
    const begun = await this.kit.handle(call, commandId, { type: 'BeginCall', subject, fingerprint }, { ...cause, commandId: `${commandId}:begin:${fingerprint}` });
    if (isRefusal(begun)) return begun;
    if (begun.state.answered) return begun.state.answered.answer;
    const answer = await work();
    if (isRefusal(answer) && PASSING_REFUSALS.has(answer.refused)) return answer;
    // Another process may have answered meanwhile, in other words; then that is the answer. The same command id would pass ours off for what is stored.
    const noted = await this.kit.handle(call, commandId, { type: 'NoteAnswer', answer }, { ...cause, commandId: `${commandId}:answer:${hash('sha256', JSON.stringify(answer) ?? '', 'base64url')}` });
    return isRefusal(noted) ? noted : (noted.state.answered?.answer ?? answer);
  }
}
