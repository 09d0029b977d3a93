import type { TracingConfig } from '../config/tracing-config.ts';
import { noTracing, type Tracing } from './tracing.port.ts';

/** Loads the packages of OpenTelemetry only if traces are sent. */
export async function openTracing(
  config: TracingConfig | null,
  given: { processId: string; onFailure: (error: unknown) => void },
): Promise<Tracing> {
  if (!config) return noTracing;
  const { createOtlpTracing } = await import('./otlp-tracing.ts');
  return createOtlpTracing(config, given);
}
