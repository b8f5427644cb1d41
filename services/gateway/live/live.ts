/** What is told live, as server-sent events: the guest's session as it changes, and hints to operators' screens and programs that something of theirs did. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keyRevoked } from '@larder/contracts/identity/api-keys.js';
import { isRefusal, refuse } from '@larder/contracts/reply.js';
import { isInsider } from '@larder/contracts/roles.js';
import { atMoment, getSession, type SessionView } from '@larder/contracts/vending.js';
import type { Kit } from '@larder/kit/kit.js';
import type { Clock } from '@larder/kit/time.js';
import { tracingNow } from '@larder/kit/tracing/tracing.js';
import { isStillLetIn, type CallerGuard, type Who } from '../callers/callers.js';
import type { ErrorsFilter } from '../errors.filter.js';
import { EventStream, headOfStream, type Event } from './event-stream.js';
import { Refused } from '../refused.js';

/** Proxies close a connection on which nothing comes for a minute. */
const PING_MS = 20_000;
/** Open at once for one visit, or for one person. */
const MOST_STREAMS = 50;
/** Views an operator's screens are made of, by the names those screens use. */
const SHOWN: Record<string, string> = { sales: 'sales', disputes: 'sales', payouts: 'sales', 'payout-cases': 'sales', 'machine-stays': 'sales', machines: 'machines', setups: 'machines', orders: 'machines', hardware: 'machines', configurations: 'machines', 'device-prices': 'machines', unread: 'machines', alerts: 'alerts', 'alert-totals': 'alerts', products: 'products', subscriptions: 'account' };
/** Views of what machines and goods are called: open alerts say it as it is now, so they are told as changed, too. Of machines it is all that their view holds; of products only what gives one another name, and all of an older catalog, which does not say that. */
const NAMING: Record<string, (row: { version?: number; namedIn?: number } | null) => boolean> = { 'machine-stays': () => true, products: (row) => row?.namedIn === undefined || row.namedIn === row.version };

/** Who hears it knows that nothing on the way keeps what is told to itself. */
const PING: Event = { type: 'ping', data: '' };

type Request = FastifyRequest & { who: Who };

interface Told {
  /** Of the bus. */
  subjects: readonly string[];
  eventsOf(payload: unknown, subject: string): readonly Event[];
  /** What is told at the beginning. It is asked for once the listening has begun, so nothing falls between. */
  first(): Promise<Event>;
  /** Asked with every ping: whether they may still be told. */
  goesOn?(): Promise<boolean>;
  /** On these subjects it is told that they may not be any more: that is asked at once then, and once when the listening has begun, as it may have been told before. */
  doubted?: readonly string[];
}

export class Live {
  private readonly streams = new Set<EventStream>();
  /** How many there are for whom. */
  private readonly open = new Map<string, number>();
  private isEnding = false;

  constructor(private readonly kit: Kit) {}

  /** Screens come back by themselves, to a gateway that goes on; one that is opened after it, too. */
  end(): void {
    this.isEnding = true;
    for (const stream of this.streams) stream.end();
  }

  /** What a guest sees of a visit, each time it changes. Rejects with {@link Refused}. */
  async session(sessionId: string, { who, id }: Request, reply: FastifyReply): Promise<void> {
    const ask = async (): Promise<SessionView> => {
      const now = await this.kit.ask(getSession, { sessionId }, { caller: who.caller, commandId: id, correlationId: id });
      if (isRefusal(now)) throw new Refused(now);
      return now;
    };
    await ask(); // what is no visit is no subject to listen on either
    let shown = '';
    await this.tell(sessionId, reply, {
      subjects: [`view.visits.guests.${sessionId}`],
      first: async () => {
        const now = await ask();
        shown = JSON.stringify({ ...now, timeRemaining: 0 }); // as it is kept
        return { type: 'session', data: now };
      },
      eventsOf: (payload) => {
        const { screen } = payload as { screen: SessionView };
        // Half of what is noted about a visit shows nothing new, and every event wakes a phone.
        const before = shown;
        shown = JSON.stringify(screen);
        return shown === before ? [] : [{ type: 'session', data: atMoment(screen, this.kit.clock.now()) }];
      },
    });
  }

  /** Hints at what has changed in the caller's organization. Rejects with {@link Refused}. */
  async hints({ who }: Request, reply: FastifyReply): Promise<void> {
    const { caller } = who;
    // Signed in all the same: a 401 would end that in the browser.
    if (caller.kind === 'person') throw new Refused(refuse('FORBIDDEN', 'You are not allowed to do this.'));
    if (!isInsider(caller)) throw new Refused(refuse('SIGN_IN_REQUIRED', 'Authentication required. Please log in again.'));
    await this.tell(caller.id, reply, {
      subjects: [`view.*.${caller.account}.>`, 'complete.*'],
      first: async () => PING,
      eventsOf: (row, subject) => {
        const [, collection = '', , ...id] = subject.split('.');
        const view = SHOWN[collection];
        return [...(view ? [{ type: 'changed', data: { view, id: id.join('.') } }] : []), ...(NAMING[collection]?.(row as Parameters<(typeof NAMING)[string]>[0]) ? [{ type: 'changed', data: { view: 'alerts' } }] : [])];
      },
      goesOn: () => isStillLetIn(this.kit, who),
      // A plan that ends by the clock alone is noticed by the next ping.
      doubted: caller.kind === 'program' ? [keyRevoked(caller.account, caller.id), `view.subscriptions.${caller.account}.>`] : [`view.memberships.people.${caller.id}`],
    });
  }

  /** Opens a stream and tells what there is to tell, and a ping now and then, until either side ends it. */
  private async tell(who: string, reply: FastifyReply, { subjects, eventsOf, first, goesOn, doubted = [] }: Told): Promise<void> {
    if ((this.open.get(who) ?? 0) >= MOST_STREAMS) throw new Refused(refuse('TOO_MANY_REQUESTS', 'This is open on too many screens already'));
    if (reply.request.method === 'HEAD') return headOfStream(reply);
    this.count(who, 1);
    let stream: EventStream | undefined;
    const early: [payload: unknown, on: string][] = [];
    const show = (payload: unknown, on: string): void => {
      const events = eventsOf(payload, on);
      if (events.length === 0) return;
      const span = tracingNow().open('show on screen', { attributes: { 'larder.subject': on } });
      for (const event of events) stream?.send(event);
      span.end();
    };
    /** Ends it where they may not be told any more. */
    const look = async (): Promise<void> => {
      if (goesOn && !(await goesOn().catch(() => false))) stream?.end();
    };
    const listening = [
      ...subjects.map((subject) => this.kit.bus.listen(subject, (payload, on) => (stream ? show(payload, on) : early.push([payload, on])))),
      ...doubted.map((subject) => this.kit.bus.listen(subject, () => void look())),
    ];
    const leave = (): void => {
      this.count(who, -1);
      for (const begun of listening) begun.then((subscription) => subscription.stop(), () => undefined);
    };
    try {
      await Promise.all(listening);
      stream = new EventStream(reply, await first());
    } catch (error) {
      leave();
      throw error;
    }
    for (const [payload, on] of early) show(payload, on);
    this.keep(stream, look, leave);
    void look();
  }

  /** Pings, each time they may still be told, until it is over. */
  private keep(stream: EventStream, look: () => Promise<void>, leave: () => void): void {
    const { clock, metrics } = this.kit;
    let isLooking = false;
    const ping = async (): Promise<void> => {
      if (isLooking) return;
      isLooking = true;
      await look();
      isLooking = false;
      stream.send(PING);
    };
    const callOff = every(PING_MS, clock, () => void ping());
    this.streams.add(stream);
    metrics.liveScreens.inc();
    void stream.over.then(() => {
      callOff();
      this.streams.delete(stream);
      metrics.liveScreens.dec();
      leave();
    });
    if (this.isEnding) stream.end();
  }

  private count(who: string, change: number): void {
    const left = (this.open.get(who) ?? 0) + change;
    if (left > 0) this.open.set(who, left);
    else this.open.delete(who);
  }
}

/** Answers how to stop it. */
function every(ms: number, clock: Clock, work: () => void): () => void {
  let callOff = (): void => undefined;
  const next = (): void => {
    callOff = clock.after(ms, () => {
      next();
      work();
    });
  };
  next();
  return () => callOff();
}

/** Must be called before the server listens. */
export function openLive(http: FastifyInstance, kit: Kit, callers: CallerGuard, errors: ErrorsFilter): Live {
  const live = new Live(kit);
  const open = (url: string, tell: (request: Request, reply: FastifyReply) => Promise<void>): void => {
    http.route({
      method: ['GET', 'HEAD'], url, exposeHeadRoute: false,
      async handler(request, reply) {
        try {
          (request as Request).who = await callers.who(request, reply);
          await tell(request as Request, reply);
        } catch (error) {
          errors.answer(error, request, reply);
        }
        return reply;
      },
    });
  };
  open('/api/vend/session/:sessionId/events', (request, reply) => live.session((request.params as { sessionId: string }).sessionId, request, reply));
  open('/api/live', (request, reply) => live.hints(request, reply));
  return live;
}
