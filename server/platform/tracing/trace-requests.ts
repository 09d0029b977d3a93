import { type Span, SpanStatusCode } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import type { ApiServer } from '../http/api-server.ts';
import { isCall } from '../http/request-target.ts';
import type { SpanAttributes } from './tracing.port.ts';

type Spans = {
  begin(name: string, attributes: SpanAttributes): Span;
  /** calls `next` so that the span is the current one */
  within(span: Span, next: () => void): void;
};

/** Adds hooks that record each call, by the pattern of its route. Pages and files are left out. */
export function traceRequests(server: ApiServer, { begin, within }: Spans): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, _reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url;
    if (route && isCall(route)) {
      const attributes = { 'http.request.method': method, 'http.route': route };
      spans.set(request, begin(`${method} ${route}`, attributes));
    }
    done();
  });
  // Hooks before the body is read lose the current span, because its parts arrive as events of the
  // connection.
  server.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) within(span, done);
    else done();
  });
  server.addHook('preSerialization', (request, _reply, payload, done) => {
    const { success } = (payload ?? {}) as { success?: unknown };
    if (typeof success === 'string') spans.get(request)?.setAttribute('lightwell.code', success);
    done(null, payload);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (reply.raw.headersSent) span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
