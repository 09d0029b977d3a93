import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const attribute = z.object({
  key: z.string(),
  value: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
const attributes = z
  .array(attribute)
  .transform((all) =>
    Object.fromEntries(all.map(({ key, value }) => [key, ...Object.values(value)])),
  );

const span = z.object({
  traceId: z.string().length(32),
  spanId: z.string().length(16),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes,
  status: z.object({ code: z.number().optional() }),
});

/** Body of OTLP/HTTP in JSON, as far as tests read it. */
const body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

/** A span, and the id of its process. */
type CollectedSpan = z.output<typeof span> & { process: unknown };

/** Starts a collector of traces. A deaf collector never answers. */
export async function startCollector(kind: 'sound' | 'absent' | 'deaf' | 'refusing' = 'sound') {
  const spans: CollectedSpan[] = [];
  const requests: { url: string | undefined; authorization: string | undefined; body: string }[] =
    [];
  const server = createServer(async (request, response) => {
    const { url, headers } = request;
    const sent = await text(request);
    requests.push({ url, authorization: headers.authorization, body: sent });
    for (const { resource, scopeSpans } of body.parse(JSON.parse(sent)).resourceSpans) {
      const process = resource.attributes['service.instance.id'];
      spans.push(...scopeSpans.flatMap((one) => one.spans.map((each) => ({ ...each, process }))));
    }
    if (kind === 'deaf') return;
    response.writeHead(kind === 'refusing' ? 403 : 200, { 'content-type': 'application/json' });
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    spans,
    requests,
    /** settings of a server that sends its traces here */
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    },
    /** Returns the spans with this name. */
    named: (name: string) => spans.filter((one) => one.name === name),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
