import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/tracing-config.ts';
import { AppError } from '../errors.ts';
import { traceRequests } from './trace-requests.ts';
import type { SpanOptions, Tracing } from './tracing.port.ts';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/** Time limit for the last spans; a stop has eight seconds. */
const flushMs = 2000;

const written = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

function read(traceparent: string | null): SpanContext | undefined {
  const [, traceId, spanId, flags] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** Reports only the first of several failures, because a collector may be away for hours. */
function reporting(exporter: SpanExporter, onFailure: (error: unknown) => void): SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isAway) onFailure(result.error);
        isAway = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

function fail(span: OtelSpan, reason: string) {
  span.setAttribute('error.type', reason);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A message could contain personal data, so only the code or the class of an error is recorded. */
const reasonOf = (error: unknown) => {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
};

/**
 * Sends spans to a collector by OTLP/HTTP. A `traceparent` that a client sends is ignored, because
 * anyone could otherwise write into the traces of others.
 */
export function createOtlpTracing(
  { endpoint, headers, serviceName }: TracingConfig,
  { processId, onFailure }: { processId: string; onFailure: (error: unknown) => void },
): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers });
  const provider = new TracerProvider({
    // No other attributes, because detectors would also send the host name and the command line.
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': processId,
    }),
    // Spans wait in a queue of limited length, and are dropped if it is full.
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(exporter, onFailure) })],
  });
  const tracer = provider.getTracer('lightwell');
  const context = new AsyncLocalStorage<SpanContext>();

  function begin(
    name: string,
    { kind, attributes, parent }: Omit<SpanOptions, 'kind'> & { kind: keyof typeof kinds },
  ): OtelSpan {
    const from = parent === undefined ? context.getStore() : read(parent);
    const within = from ? trace.setSpanContext(ROOT_CONTEXT, from) : ROOT_CONTEXT;
    return tracer.startSpan(name, { kind: kinds[kind], attributes }, within);
  }

  return {
    current() {
      const span = context.getStore();
      return span ? written(span) : null;
    },
    async run(name, options, work) {
      const span = begin(name, options);
      const handle = {
        set: (attributes: SpanOptions['attributes']) => void span.setAttributes(attributes),
        fail: (reason: string) => fail(span, reason),
      };
      try {
        return await context.run(span.spanContext(), () => work(handle));
      } catch (error) {
        fail(span, reasonOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    traceRequests: (server) =>
      traceRequests(server, {
        begin: (name, attributes) => begin(name, { kind: 'server', attributes, parent: null }),
        within: (span, next) => context.run(span.spanContext(), next),
      }),
    async stop() {
      const flushed = provider.shutdown().catch(() => {});
      await Promise.race([flushed, wait(flushMs, undefined, { ref: false })]);
    },
  };
}
