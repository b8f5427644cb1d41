/** Nest controllers on the bus: `@Answers(contract)` over a method, and the transport that checks who asks what before it calls one. */
import 'reflect-metadata';
import { Catch, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { MessagePattern, Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { PARAM_ARGS_METADATA } from '@nestjs/microservices/constants.js';
import { isObservable, lastValueFrom, throwError, type Observable } from 'rxjs';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Contract, In, Out } from '@larder/contracts/request.js';
import { planAllows } from '@larder/contracts/plans.js';
import { mayPass, type Caller, type Door } from '@larder/contracts/roles.js';
import { request, type Answer, type Asked } from './ask.js';
import type { Bus, Subscription } from './bus.js';
import { ChangedByNewer } from '../handle.js';
import { isPassing } from '../aside/passing.js';
import type { Once } from '../once.js';
import { traced } from '../tracing/tracing.js';
import { NotYet } from '../views/project.js';

type Answering<C extends Contract> = (input: In<C>, asked: Asked) => Promise<Out<C> | Refusal>;

/** Nest's own filter hides what was thrown; the transport wants to see it. */
@Catch()
class PassOn implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Makes a controller's method answer a contract. It is called as `(input, asked)` once the caller has passed the door and the input fits the schema;
 * it answers a value or a refusal, and what it throws is a surprise.
 */
export const Answers = <C extends Contract>(contract: C) =>
  <M extends Answering<C>>(target: object, name: string, method: TypedPropertyDescriptor<M>): void => {
    // Nothing is left for Nest to make of the two: where it is told of parameters, a promise for each is on the way of every call.
    Reflect.defineMetadata(PARAM_ARGS_METADATA, {}, target.constructor, name);
    UseFilters(PassOn)(target, name, method);
    MessagePattern(contract.subject, { contract })(target, name, method);
  };

export class BusStrategy extends Server implements CustomTransportStrategy {
  private answering: Subscription[] = [];

  /**
   * @param surprise told what a handler threw; answers the id to quote
   * @param once keeps the answers of calls that move money
   * @param timed told when something is asked; what it answers is called when that is answered
   */
  constructor(private readonly bus: Bus, private readonly surprise: (where: string, error: unknown) => string, private readonly once?: Once, private readonly timed?: (subject: string) => () => void) {
    super();
  }

  listen(listening: (error?: unknown) => void): void {
    this.answerAll().then(() => listening(), listening);
  }

  async close(): Promise<void> {
    await Promise.all(this.answering.map((subscription) => subscription.stop()));
  }

  unwrap<T>(): T {
    return this.bus as T;
  }

  on(): never {
    throw new Error('The bus strategy emits no events');
  }

  private async answerAll(): Promise<void> {
    for (const [subject, handler] of this.messageHandlers) {
      const contract = handler.extras?.contract as Contract | undefined;
      if (!contract) throw new Error(`${subject} states no contract, so nobody may ask it: use @Answers instead of @MessagePattern`);
      this.answering.push(await this.bus.answer(subject, async (asking) => {
        const answered = this.timed?.(subject);
        const answer = await this.answer(contract, handler, asking);
        answered?.();
        return answer;
      }));
    }
  }

  private async answer(contract: Contract, handler: MessageHandler, asking: unknown): Promise<Answer> {
    try {
      const { input, ...asked } = request.parse(asking);
      if (!mayPass(asked.caller, contract.door)) return turnAway(asked.caller, contract.door);
      if (asked.caller.kind === 'user' && !planAllows(asked.caller.plan, contract.feature)) return needsPlan(contract.feature);
      const read = contract.input.safeParse(input);
      if (!read.success) return badInput(read.error.issues);
      const work = async (): Promise<unknown> => {
        const made: unknown = await handler(read.data, asked);
        return isObservable(made) ? lastValueFrom(made, { defaultValue: undefined }) : made;
      };
      const answer = await traced(`answer ${contract.subject}`, { correlationId: asked.correlationId }, () => (contract.once && this.once ? this.once.answer(contract.subject, asked, work) : work()));
      return isRefusal(answer) ? answer : { ok: answer };
    } catch (error) {
      if (error instanceof NotYet || error instanceof ChangedByNewer) return refuse('UNAVAILABLE', error.message);
      const id = this.surprise(contract.subject, error);
      // A full disk, a database that is away: whoever asked because of a fact asks again, and lays it aside only for as long.
      return isPassing(error) ? refuse('UNAVAILABLE', `This cannot be done right now. Please try again in a moment, and quote ${id} if it goes on.`) : { broken: id };
    }
  }
}

/** Also what the gateway says. */
export const needsPlan = (feature: string | undefined): Refusal => refuse('PLAN_LIMIT', 'Your plan does not include this. Please upgrade to use it.', { feature });

function turnAway({ kind }: Caller, door: Door): Refusal {
  const signingInHelps = kind === 'guest' && door !== 'device' && door !== 'services';
  return signingInHelps ? refuse('SIGN_IN_REQUIRED', 'Please sign in first.') : refuse('FORBIDDEN', 'You are not allowed to do this.');
}

type Issue = { path: readonly PropertyKey[]; message: string };

/** Also what the gateway says. */
export const badInput = (issues: readonly Issue[]): Refusal =>
  refuse('BAD_INPUT', `Validation failed: ${issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join(', ')}`, issues);
