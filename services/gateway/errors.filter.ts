/** Turns whatever was thrown into the envelope; what nobody expected gets an id to quote and no detail. */
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { envelopeOf, refusalStatus, refuse, type Envelope, type Refusal, type RefusalCode } from '@larder/contracts/reply.js';
import { Broken } from '@larder/kit/bus/ask.js';
import { actorOf } from '@larder/kit/about.js';
import { Kit } from '@larder/kit/kit.js';
import type { Who } from './callers/callers.js';
import { Refused } from './refused.js';

const MESSAGES: Record<number, Refusal> = {
  400: refuse('BAD_INPUT', 'Invalid request. Please check your input.'),
  404: refuse('NOT_FOUND', 'There is nothing at this address'),
  413: refuse('TOO_LARGE', 'This is too large to be taken'),
  415: refuse('BAD_INPUT', 'Please send JSON'),
};

const AT_THE_DOOR = new Set<RefusalCode>(['SIGN_IN_REQUIRED', 'FORBIDDEN']);

@Catch()
export class ErrorsFilter implements ExceptionFilter {
  constructor(private readonly kit: Kit) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest & { who?: Who }, reply: FastifyReply): void {
    const refusal = this.refusalOf(error);
    if (refusal) {
      if (AT_THE_DOOR.has(refusal.refused)) this.note(refusal, request);
      this.kit.metrics.refusals.inc({ subject: request.routeOptions?.url ?? 'unknown', code: refusal.refused });
      void reply.status(refusalStatus[refusal.refused]).send(envelopeOf(refusal));
      return;
    }
    const id = error instanceof Broken ? error.id : this.kit.surprise('gateway', error, { request: request.id, by: actorBy(request) });
    void reply.status(500).send({ success: false, error: 'INTERNAL', message: `Something went wrong. Please try again, and quote ${id} if it happens again.` } satisfies Envelope<never>);
  }

  /** Who was turned away from what: for those who look for attempts. Names and addresses of people are in no log. */
  private note({ refused }: Refusal, request: FastifyRequest & { who?: Who }): void {
    const { method, routeOptions, id } = request;
    this.kit.log.info({ refused, call: `${method} ${routeOptions?.url ?? 'unknown'}`, request: id, by: actorBy(request) }, 'turned away');
  }

  private refusalOf(error: unknown): Refusal | undefined {
    if (error instanceof Refused) return error.refusal;
    const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number }).statusCode;
    // What the server refuses for another reason is the caller's doing all the same.
    return status === undefined || status < 400 || status >= 500 ? undefined : (MESSAGES[status] ?? MESSAGES[400]);
  }
}

const actorBy = ({ who }: { who?: Who }): string => (who ? actorOf(who.caller) : 'nobody known');
