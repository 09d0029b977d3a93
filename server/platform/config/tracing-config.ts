import { z } from 'zod';
import { httpUrl } from './firebase-config.ts';

const pair = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]+)\s*$/;

/** Accepts `name=value` pairs with percent-encoded values, separated by commas. */
const headers = z.string().transform((text, issues) => {
  try {
    return Object.fromEntries(
      text.split(',').map((one) => {
        const [, name = '', encoded = ''] = pair.exec(one) ?? [];
        const value = decodeURIComponent(encoded);
        if (!/^[\x20-\x7e]+$/.test(value)) throw new URIError();
        return [name, value];
      }),
    );
  } catch {
    issues.addIssue({ code: 'custom', message: 'needs name=value pairs, separated by commas' });
    return z.NEVER;
  }
});

/** OpenTelemetry's own names. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_SERVICE_NAME: z.string().max(255).default('lightwell'),
};

/** The collector of traces. */
export type TracingConfig = {
  /** address of the collector, without `/v1/traces` */
  endpoint: string;
  /** headers of every request to the collector, which may contain a token */
  headers: Record<string, string>;
  serviceName: string;
};

/** Returns null if no traces are sent. */
export const tracingOf = (
  env: z.output<z.ZodObject<typeof tracingVariables>>,
): TracingConfig | null =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        serviceName: env.OTEL_SERVICE_NAME,
      }
    : null;
