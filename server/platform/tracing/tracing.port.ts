import type { ApiServer } from '../http/api-server.ts';

/** Attributes leave the installation: no tokens, addresses, ids of visitors, or codes that open something. */
export type SpanAttributes = Record<string, string | number | boolean>;

export type Span = {
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed, for a stable reason. */
  fail(reason: string): void;
};

export type SpanOptions = {
  /** `client`: a call to another service; `consumer`: work that a request has left in the database */
  kind: 'client' | 'consumer';
  attributes: SpanAttributes;
  /** `traceparent` of the parent; null for a new trace; if absent, the current span */
  parent?: string | null;
};

/**
 * Records what a request causes, also in other processes. Failures of the collector have no effect
 * on the work.
 */
export type Tracing = {
  /** Returns the current span as the W3C header `traceparent`; null if there is none. */
  current(): string | null;
  /** Runs work in a span, which fails if the work throws. */
  run<Result>(
    name: string,
    options: SpanOptions,
    work: (span: Span) => Promise<Result>,
  ): Promise<Result>;
  /** Records a span of each call to the server. */
  traceRequests(server: ApiServer): void;
  /** Sends the remaining spans, within a short time limit. */
  stop(): Promise<void>;
};

const noSpan: Span = { set() {}, fail() {} };

/** Records nothing. */
export const noTracing: Tracing = {
  current: () => null,
  run: (_name, _options, work) => work(noSpan),
  traceRequests() {},
  async stop() {},
};
