/** Traces handed to an OpenTelemetry collector over OTLP and HTTP. Loaded only where one is named. */
import { createHash } from 'node:crypto';
import { context, ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags, type Context } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, RandomIdGenerator, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-node';
import type { About, Span, Tracing } from './tracing.js';

export interface OtelOptions {
  service: string;
  /** Of the collector, without a path. */
  endpoint: string;
  /** The part of traces that is kept, 0 to 1; the same ones in every process. */
  ratio: number;
}

const NOTHING: Span = { within: (work) => work(), end: () => undefined };

/** 16 and 8 bytes as hexadecimal digits: the ids of a trace and of the span it begins with. */
const idsOf = (correlationId: string): { traceId: string; spanId: string } => {
  const hash = createHash('sha256').update(correlationId).digest('hex');
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) };
};

/** Random ids, but for a span that begins a trace: that one is found by all who know the correlation. */
class Ids extends RandomIdGenerator {
  beginning: { traceId: string; spanId: string } | undefined;
  private readonly random = new RandomIdGenerator();
  override generateTraceId = (): string => this.beginning?.traceId ?? this.random.generateTraceId();
  override generateSpanId = (): string => this.beginning?.spanId ?? this.random.generateSpanId();
}

export function openOtelTracing({ service, endpoint, ratio }: OtelOptions): Tracing {
  const ids = new Ids();
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `larder-${service}` }), idGenerator: ids, sampler: new TraceIdRatioBasedSampler(ratio), spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  // No propagator: carry and within are the ones in use.
  provider.register({ propagator: null });
  const tracer = provider.getTracer('larder');

  const open = (name: string, { correlationId, begins, apart, attributes = {} }: About): Span => {
    const above = aboveOf(correlationId, apart ?? false);
    if (!above && !begins) return NOTHING;
    ids.beginning = begins && correlationId !== undefined ? idsOf(correlationId) : undefined;
    const span = tracer.startSpan(name, { attributes, root: begins ?? false }, begins ? ROOT_CONTEXT : above);
    ids.beginning = undefined;
    const below = trace.setSpan(context.active(), span);
    return {
      within: (work) => context.with(below, work),
      end(further = {}, error) {
        span.setAttributes(further);
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
        span.end();
      },
    };
  };
  return {
    open,
    carry() {
      const active = trace.getSpanContext(context.active());
      return active && `00-${active.traceId}-${active.spanId}-0${active.traceFlags & TraceFlags.SAMPLED}`;
    },
    within(carried, work) {
      const [, traceId = '', spanId = '', flags = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/.exec(carried ?? '') ?? [];
      return traceId === '' ? work() : context.with(remote({ traceId, spanId }, Number(flags)), work);
    },
    async stop() {
      await provider.shutdown();
      trace.disable();
      context.disable();
    },
  };
}

function aboveOf(correlationId: string | undefined, apart: boolean): Context | undefined {
  const active = apart ? undefined : trace.getSpanContext(context.active());
  if (active) return context.active();
  return correlationId === undefined ? undefined : remote(idsOf(correlationId), TraceFlags.SAMPLED);
}

const remote = (ids: { traceId: string; spanId: string }, traceFlags: number): Context => trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags, isRemote: true });
