/** Answers the table of routes: check the door, ask the service, put the answer in the envelope. Straight from Fastify: a way through Nest's router cost each call a fifth of its time. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { startSession } from '@larder/contracts/vending.js';
import { forgetMe, signOut, signOutEverywhere } from '@larder/contracts/identity.js';
import { planAllows } from '@larder/contracts/identity/plans.js';
import { isRefusal, refuse, type Envelope, type Refusal } from '@larder/contracts/reply.js';
import type { Contract } from '@larder/contracts/request.js';
import { isInsider, mayPass } from '@larder/contracts/roles.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { notSupported } from '@larder/kit/http/read-only.js';
import type { Kit } from '@larder/kit/kit.js';
import { needsPlan } from '@larder/kit/bus/nest-bus.js';
import type { FileAnswer } from './files/file-answer.js';
import { files } from './files/files.js';
import { fromOf, type CallerGuard, type Who } from './callers/callers.js';
import type { ErrorsFilter } from './errors.filter.js';
import { freshToken } from './callers/fresh-token.js';
import { guestCookie } from './callers/guest-cookie.js';
import { Refused } from './refused.js';
import { ABOUT_THIS_SIGN_IN, type Route } from './routes.js';

type Request = FastifyRequest & { who: Who };

/** Signing in and out changes nothing of the organization's. */
const READ_ONLY_ALLOWS = new Set(['identity.signIn', 'identity.refresh', 'identity.signOut', 'identity.signOutEverywhere', 'identity.endSession', 'identity.verifyByLink']);
/** After these a browser has nothing of anybody's to keep. */
const ENDS_THE_SIGN_IN = new Set<Contract>([signOut, signOutEverywhere, forgetMe]);

class Answering {
  constructor(private readonly kit: Kit) {}

  async pass(route: Route, request: Request, reply: FastifyReply): Promise<Envelope<unknown> | FastifyReply> {
    const { contract } = route;
    const who = contract === startSession ? this.remembered(request.who, reply) : request.who;
    const input = inputOf(route, request);
    const objection = this.objectionTo(contract, who);
    if (objection) {
      // Who might do this when their screen was opened learns from the token what they may now.
      await this.renew(who, reply);
      throw new Refused(objection);
    }
    const asked = { caller: who.caller, ...this.commandOf(contract, input, request, who), correlationId: request.id, asOf: this.asOf(contract, request), from: fromOf(request) };
    const makeFile = files.get(contract);
    if (makeFile) return this.file(await makeFile(this.kit, input, asked), reply);
    const answer = await this.kit.ask(contract, ABOUT_THIS_SIGN_IN.has(contract) ? { familyId: who.familyId } : input, asked);
    if (isRefusal(answer)) throw new Refused(answer);
    if (ENDS_THE_SIGN_IN.has(contract)) void reply.header('clear-site-data', '"storage"');
    if (who.token) await this.renew(who, reply);
    return { success: true, data: answer, ...(contract.says && { message: (answer as { message?: string }).message }) };
  }

  /** Sent while it is made; what goes wrong on the way breaks the connection off, so nobody takes a part for the whole. */
  private file(made: FileAnswer | Refusal, reply: FastifyReply): FastifyReply {
    if (isRefusal(made)) throw new Refused(made);
    const { name, contentType: type, body, records } = made;
    if (records !== undefined) void reply.header('x-records', records);
    body.once('error', (error) => void this.kit.surprise('file', error, { request: reply.request.id, file: name }));
    return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(body);
  }

  private async renew({ token }: Who, reply: FastifyReply): Promise<void> {
    const fresh = token && (await freshToken(this.kit, token));
    if (fresh) void reply.header('x-new-token', fresh);
  }

  private objectionTo(contract: Contract, { caller }: Who): Refusal | undefined {
    if (!mayPass(caller, contract.door)) return turnedAway(caller.kind === 'guest' && contract.door !== 'device' && contract.door !== 'services');
    if (isInsider(caller) && !planAllows(caller.plan, contract.feature)) return needsPlan(contract.feature);
    return this.kit.settings.READ_ONLY && contract.changes && !READ_ONLY_ALLOWS.has(contract.subject) ? readOnly(contract) : undefined;
  }

  /** The moment whose state is asked for, where a question can be asked so. */
  private asOf({ looksBack }: Contract, request: Request): string | undefined {
    const { asOf } = request.query as { asOf?: unknown };
    if (asOf === undefined) return undefined;
    if (!looksBack) throw new Refused(refuse('BAD_INPUT', 'This can be asked about now only, not as of a moment that has been'));
    const read = moment.safeParse(asOf);
    if (!read.success) throw new Refused(refuse('BAD_INPUT', 'asOf has to be a moment with its time zone, like 2026-03-01T12:00:00Z'));
    const asked = new Date(read.data);
    if (asked > this.kit.clock.now()) throw new Refused(refuse('BAD_INPUT', 'That moment has not come yet'));
    return asked.toISOString();
  }

  /** The same key of the same caller for the same call is the same command: it has one effect. Whoever has another role meanwhile is still the same caller. */
  private commandOf({ subject }: Contract, input: object, request: Request, { caller }: Who): Pick<Asked, 'commandId' | 'fingerprint'> {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || key.length === 0) return { commandId: request.id };
    if (key.length > 255) throw new Refused(refuse('BAD_INPUT', 'Idempotency-Key has more than 255 characters'));
    const who = isInsider(caller) ? { kind: caller.kind, id: caller.id, account: caller.account } : caller;
    const [path] = request.url.split('?');
    return { commandId: hashOf([subject, who, path, key]), fingerprint: hashOf(input) };
  }

  /** A guest is recognised at the next tap by a secret in a cookie that no script can read. */
  private remembered(who: Who, reply: FastifyReply): Who {
    if (who.caller.kind !== 'guest' || who.caller.secret) return who;
    return { caller: { kind: 'guest', secret: guestCookie(this.kit).give(reply) } };
  }
}

const moment = z.iso.datetime({ offset: true });

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value, inOrder)).digest('base64url');
/** The order in which fields were sent does not matter. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

function inputOf({ method, contract, bodyAs }: Route, request: Request): Record<string, unknown> {
  const body: unknown = request.body;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (body !== undefined && body !== null && !isObject) throw new Refused(refuse('BAD_INPUT', 'Please send a JSON object'));
  const sent = bodyAs ? { [bodyAs]: body ?? {} } : (body as Record<string, unknown> | undefined);
  return { ...chosen(request.query as object), ...(contract.changes || method === 'POST' ? sent : {}), ...(request.params as object) };
}

/** A filter that was left empty, as forms send it, narrows nothing. */
const chosen = (query: object): object => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

const turnedAway = (signingInHelps: boolean): Refusal => (signingInHelps ? refuse('SIGN_IN_REQUIRED', 'Authentication required. Please log in again.') : refuse('FORBIDDEN', 'You are not allowed to do this.'));

const DEEDS = new Map(Object.entries({ Creating: 'add register stock start invite found capture open store issue join', Deleting: 'delete clear remove revoke forget', Resolving: 'resolve' })
  .flatMap(([deed, verbs]) => verbs.split(' ').map((verb) => [verb, deed] as const)));

/** `fleet.registerMachine` → 'Creating machine is not supported'. */
function readOnly({ subject }: Contract): Refusal {
  const [service = '', call = ''] = subject.split('.');
  const [verb = '', ...thing] = call.split(/(?=[A-Z])/);
  const what = thing.join(' ').toLowerCase() || service.replace(/s$/, '');
  return notSupported(`${DEEDS.get(verb) ?? 'Updating'} ${what}`);
}

/** Must be called before the server listens. */
export function openRoutes(table: readonly Route[], http: FastifyInstance, kit: Kit, callers: CallerGuard, errors: ErrorsFilter): void {
  const answering = new Answering(kit);
  for (const route of table) {
    http.route({
      method: route.method, url: route.path,
      async handler(request, reply) {
        try {
          const who = callers.who(request, reply);
          (request as Request).who = who instanceof Promise ? await who : who;
          return await answering.pass(route, request as Request, reply);
        } catch (error) {
          errors.answer(error, request, reply);
          return reply;
        }
      },
    });
  }
}
