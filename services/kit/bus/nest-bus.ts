/** Nest controllers on the bus: `@Answers(contract)` over a method, and what checks who asks what before it calls one. */
import { SetMetadata, type INestApplicationContext } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Contract, In, Out } from '@larder/contracts/request.js';
import { planAllows } from '@larder/contracts/identity/plans.js';
import { isInsider, mayPass, type Caller, type Door } from '@larder/contracts/roles.js';
import { request, type Answer, type Asked } from './ask.js';
import type { Bus, Subscription } from './bus.js';
import { ChangedByNewer } from '../commands/handle.js';
import { isPassing } from '../aside/passing.js';
import type { Once } from '../commands/once.js';
import { traced } from '../tracing/tracing.js';
import { NotYet } from '../views/project.js';

type Answering<C extends Contract> = (input: In<C>, asked: Asked) => Promise<Out<C> | Refusal>;
type Work = (input: unknown, asked: Asked) => Promise<unknown>;

const CONTRACT = 'larder:answers';

/**
 * Makes a controller's method answer a contract. It is called as `(input, asked)` once the caller has passed the door and the input fits the schema;
 * it answers a value or a refusal, and what it throws is a surprise.
 */
export const Answers = <C extends Contract>(contract: C) =>
  <M extends Answering<C>>(target: object, name: string, method: TypedPropertyDescriptor<M>): void => void SetMetadata(CONTRACT, contract)(target, name, method);

/** What is asked over the bus, answered by controllers. They are called straight: on the way through Nest's microservices five promises were made for guards, pipes and interceptors that nobody has. */
export class BusAnswers {
  private answering: Subscription[] = [];

  /**
   * @param surprise told what a method threw, and who had asked; answers the id to quote
   * @param once keeps the answers of calls that move money
   * @param timed told when something is asked; what it answers is called when that is answered
   */
  constructor(private readonly bus: Bus, private readonly surprise: (where: string, error: unknown, asked?: Asked) => string, private readonly once?: Once, private readonly timed?: (subject: string) => () => void) {}

  /** Answers from now on whatever the controllers of `app` say that they answer. */
  async begin(app: INestApplicationContext): Promise<void> {
    const names = new MetadataScanner();
    for (const { instance } of new DiscoveryService(app.get(ModulesContainer)).getControllers()) {
      for (const name of names.getAllMethodNames(Object.getPrototypeOf(instance))) {
        const written = (instance as Record<string, Work>)[name] as Work;
        const contract = Reflect.getMetadata(CONTRACT, written) as Contract | undefined;
        if (!contract) continue;
        const method = written.bind(instance);
        this.answering.push(await this.bus.answer(contract.subject, (asking) => this.answer(contract, method, asking)));
      }
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.answering.map((subscription) => subscription.stop()));
  }

  private async answer(contract: Contract, method: Work, asking: unknown): Promise<Answer> {
    const answered = this.timed?.(contract.subject);
    let whose: Asked | undefined;
    try {
      const asked = request.parse(asking);
      whose = asked;
      if (!mayPass(asked.caller, contract.door)) return turnAway(asked.caller, contract.door);
      if (isInsider(asked.caller) && !planAllows(asked.caller.plan, contract.feature)) return needsPlan(contract.feature);
      const read = contract.input.safeParse(asked.input);
      if (!read.success) return badInput(read.error.issues);
      const work = (): Promise<unknown> => method(read.data, asked);
      const answer = await traced(`answer ${contract.subject}`, { correlationId: asked.correlationId }, () => (contract.once && this.once ? this.once.answer(contract.subject, asked, work) : work()));
      return isRefusal(answer) ? answer : { ok: answer };
    } catch (error) {
      if (error instanceof NotYet || error instanceof ChangedByNewer) return refuse('UNAVAILABLE', error.message);
      const id = this.surprise(contract.subject, error, whose);
      // A full disk, a database that is away: whoever asked because of a fact asks again, and lays it aside only for as long.
      return isPassing(error) ? refuse('UNAVAILABLE', `This cannot be done right now. Please try again in a moment, and quote ${id} if it goes on.`) : { broken: id };
    } finally {
      answered?.();
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
