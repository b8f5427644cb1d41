/** Traces: what one tap or click led to, from the request to the screen, as spans of one trace. Nothing is traced unless the process was told where to. */
import type { AnyFact } from '@larder/contracts/fact.js';

export interface About {
  /** Names the trace: whatever was led to by the same tap has the same, in every process, and no stored fact needs to carry more. */
  correlationId?: string;
  /** It is where the trace begins. */
  begins?: boolean;
  /** It goes by its correlation, whatever else is under way here: facts come in batches of several. */
  apart?: boolean;
  attributes?: Record<string, string | number>;
}

/** Something under way; the work it calls is below it. */
export interface Span {
  within<T>(work: () => T): T;
  end(attributes?: Record<string, string | number>, error?: unknown): void;
}

export interface Tracing {
  /** Below what is under way here, or else in the trace its correlation names; without either, nothing. */
  open(name: string, about: About): Span;
  /** What is under way, as text that goes along with a message; undefined: nothing. */
  carry(): string | undefined;
  /** Does what was brought by a message below what was carried along. */
  within<T>(carried: string | undefined, work: () => T): T;
  /** Resolves when what was traced is handed on. */
  stop(): Promise<void>;
}

const NO_SPAN: Span = { within: (work) => work(), end: () => undefined };
const NO_TRACING: Tracing = { open: () => NO_SPAN, carry: () => undefined, within: (_, work) => work(), stop: async () => undefined };
/** Whoever is further behind is catching up: that is looked at by the lag, not by traces. */
const MOST_TRACED_FACTS = 100;

/** One for the process: a trace runs through everything in it. */
let tracing = NO_TRACING;
export const useTracing = (other: Tracing | undefined): void => void (tracing = other ?? NO_TRACING);
export const tracingNow = (): Tracing => tracing;

/** Does the work in a span of its own. */
export function traced<T>(name: string, about: About, work: () => Promise<T>): Promise<T> {
  return tracing === NO_TRACING ? work() : inSpan(name, about, work);
}

async function inSpan<T>(name: string, about: About, work: () => Promise<T>): Promise<T> {
  const span = tracing.open(name, about);
  try {
    const answer = await span.within(work);
    span.end();
    return answer;
  } catch (error) {
    span.end({}, error);
    throw error;
  }
}

/** A span for each tap that facts of one batch go back to. */
export interface Spans {
  /** The one of this fact's tap. */
  of(fact: AnyFact): Span;
  end(error?: unknown): void;
}

const NO_SPANS: Spans = { of: () => NO_SPAN, end: () => undefined };

/** A span for each tap that these facts are of; none where nothing is traced, or more facts come than somebody who keeps up would hear at once. */
export function openSpans(name: string, facts: readonly AnyFact[]): Spans {
  if (tracing === NO_TRACING || facts.length > MOST_TRACED_FACTS) return NO_SPANS;
  const spans = new Map<string, Span>();
  for (const { type, stream, meta: { correlationId } } of facts) {
    if (!spans.has(correlationId)) spans.set(correlationId, tracing.open(name, { correlationId, apart: true, attributes: { 'larder.fact': type, 'larder.stream': stream } }));
  }
  return { of: ({ meta }) => spans.get(meta.correlationId) ?? NO_SPAN, end: (error) => spans.forEach((span) => span.end({}, error)) };
}
