/** Server-sent events: the guest's session as it changes, and hints to operators' screens that something of theirs did. */
import { Controller, Get, Param, Req, Res, UseGuards, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRefusal, refuse } from '@larder/contracts/reply.js';
import { atMoment, getSession, type SessionView } from '@larder/contracts/vending.js';
import { Kit } from '@larder/kit/kit.js';
import { tracingNow } from '@larder/kit/tracing/tracing.js';
import { CallerGuard, isStillMember, type Who } from './callers.js';
import { EventStream } from './event-stream.js';
import { Refused } from './refused.js';

/** Proxies close a connection on which nothing comes for a minute. */
const PING_MS = 20_000;
/** Open at once for one visit, or for one person. */
const MOST_STREAMS = 50;
/** Views an operator's screens are made of, by the names those screens use. */
const SHOWN: Record<string, string> = { sales: 'sales', disputes: 'sales', payouts: 'sales', 'payout-cases': 'sales', machines: 'machines', setups: 'machines', orders: 'machines', hardware: 'machines', configurations: 'machines', 'device-prices': 'machines', unread: 'machines', alerts: 'alerts', 'alert-totals': 'alerts', products: 'products', subscriptions: 'account' };

interface Event {
  name: string;
  /** JSON. */
  data: string;
}

interface Told {
  /** Told once the listening has begun, so nothing falls between. */
  first?(): Promise<Event | undefined>;
  /** Asked with every ping: whether they may still be told. */
  goesOn?(): Promise<boolean>;
}

@Controller()
@UseGuards(CallerGuard)
export class LiveController implements OnModuleDestroy {
  /** How many there are for whom. */
  private readonly open = new Map<string, number>();
  private readonly screens = new Set<EventStream>();
  private isEnding = false;

  constructor(private readonly kit: Kit) {}

  /** Screens come back by themselves, to a gateway that goes on; one that is opened after it, too. */
  onModuleDestroy(): void {
    this.isEnding = true;
    for (const screen of this.screens) screen.end();
  }

  @Get('/api/vend/session/:sessionId/events')
  async session(@Param('sessionId') sessionId: string, @Req() request: FastifyRequest & { who: Who }, @Res() reply: FastifyReply): Promise<void> {
    const asked = { caller: request.who.caller, commandId: request.id, correlationId: request.id };
    const first = await this.kit.ask(getSession, { sessionId }, asked);
    if (isRefusal(first)) throw new Refused(first);
    let shown = '';
    this.show(reply, sessionId, [`view.visits.guests.${sessionId}`], (payload) => {
      const { screen } = payload as { screen: SessionView };
      // Half of what is noted about a visit shows nothing new, and every event wakes a phone.
      const before = shown;
      shown = JSON.stringify(screen);
      return shown === before ? undefined : { name: 'session', data: JSON.stringify(atMoment(screen, this.kit.clock.now())) };
    }, {
      first: async () => {
        const now = await this.kit.ask(getSession, { sessionId }, asked);
        if (isRefusal(now)) return undefined;
        shown = JSON.stringify({ ...now, timeRemaining: 0 }); // as it is kept
        return { name: 'session', data: JSON.stringify(now) };
      },
    });
  }

  @Get('/api/live')
  live(@Req() request: FastifyRequest & { who: Who }, @Res() reply: FastifyReply): void {
    const { who } = request;
    const { caller } = who;
    // Signed in all the same: a 401 would end that in the browser.
    if (caller.kind === 'person') throw new Refused(refuse('FORBIDDEN', 'You are not allowed to do this.'));
    if (caller.kind !== 'user') throw new Refused(refuse('SIGN_IN_REQUIRED', 'Authentication required. Please log in again.'));
    this.show(reply, caller.id, [`view.*.${caller.account}.>`, 'complete.*'], (_, subject) => {
      const [, collection = '', , ...id] = subject.split('.');
      const view = SHOWN[collection];
      return view ? { name: 'changed', data: JSON.stringify({ view, id: id.join('.') }) } : undefined;
    }, { goesOn: () => isStillMember(this.kit, who) });
  }

  /** What is told on these subjects, and a ping now and then. */
  private show(reply: FastifyReply, who: string, subjects: readonly string[], eventOf: (payload: unknown, subject: string) => Event | undefined, { first, goesOn = async () => true }: Told): void {
    if ((this.open.get(who) ?? 0) >= MOST_STREAMS) throw new Refused(refuse('TOO_MANY_REQUESTS', 'This is open on too many screens already'));
    const screen = new EventStream(reply);
    const hear = (payload: unknown, on: string): void => {
      const event = eventOf(payload, on);
      if (!event) return;
      const span = tracingNow().open('show on screen', { attributes: { 'larder.subject': on } });
      screen.tell(event.name, event.data);
      span.end();
    };
    const listening = Promise.all(subjects.map((subject) => this.kit.bus.listen(subject, hear)));
    // Who hears a ping at once knows that nothing on the way keeps what is told to itself.
    if (first) listening.then(first).then((event) => event && screen.tell(event.name, event.data)).catch(() => screen.end());
    else screen.tell('ping', '');
    const stopPings = this.ping(screen, goesOn);
    this.count(who, 1);
    this.kit.metrics.liveScreens.inc();
    this.screens.add(screen);
    screen.onceOver(() => {
      stopPings();
      this.count(who, -1);
      this.kit.metrics.liveScreens.dec();
      this.screens.delete(screen);
      void listening.then((subscriptions) => Promise.all(subscriptions.map((subscription) => subscription.stop())));
    });
    if (this.isEnding) screen.end();
  }

  /** Until it is stopped, or whom it was opened for may not be told any more; whether they may is asked once at a time. */
  private ping(screen: EventStream, goesOn: () => Promise<boolean>): () => void {
    let callOff = (): void => {};
    let isAsking = false;
    const ping = async (): Promise<void> => {
      isAsking = true;
      const isTold = await goesOn().catch(() => false);
      isAsking = false;
      if (isTold) screen.tell('ping', '');
      else screen.end();
    };
    const next = (): void => {
      callOff = this.kit.clock.after(PING_MS, () => {
        next();
        if (!isAsking) void ping();
      });
    };
    next();
    return () => callOff();
  }

  private count(who: string, change: number): void {
    const left = (this.open.get(who) ?? 0) + change;
    if (left > 0) this.open.set(who, left);
    else this.open.delete(who);
  }
}
