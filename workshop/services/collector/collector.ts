import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type AnswerName, answers, type ReceivedEvent } from './answers.ts';

/** One request with events. `cut` is true if the sender disconnected before the answer. */
export type Delivery = {
  answer: AnswerName;
  /** path and query of the request */
  to: string;
  /** value of the request's header x-send, or null */
  send: string | null;
  taken: boolean;
  events: readonly ReceivedEvent[];
  bytes: number;
  cut: boolean;
};

type Options = {
  /** chooses the answer; called when the request's body has arrived */
  choose: (events: readonly ReceivedEvent[], bytes: number) => AnswerName;
  /** time after which an unanswered connection is closed; if absent, it stays open */
  hangMs?: number;
  /** called after the answer was sent */
  heard?: (delivery: Delivery) => void;
};

const sendHeader = 'x-send';

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** Allows pages of other origins to send JSON and to read the header Retry-After. */
const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Expose-Headers': 'Retry-After',
  'Access-Control-Max-Age': '600',
};

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

function readEvents(body: Buffer): readonly ReceivedEvent[] {
  try {
    const { events } = JSON.parse(body.toString()) as { events?: unknown };
    return Array.isArray(events) ? events : [];
  } catch {
    return [];
  }
}

export type Collector = {
  url: string;
  deliveries: readonly Delivery[];
  close: () => Promise<void>;
};

/**
 * Replaces Amplitude's collector on this machine. Stores every delivery on any path, accepted or
 * not.
 */
export async function startCollector(port: number, options: Options): Promise<Collector> {
  const { choose, hangMs, heard = () => {} } = options;
  const deliveries: Delivery[] = [];

  async function take(request: IncomingMessage, response: ServerResponse) {
    const body = await readBody(request);
    const events = readEvents(body);
    const answer = choose(events, body.length);
    const { takes, say } = answers[answer];
    const delivery: Delivery = {
      answer,
      to: request.url ?? '/',
      events,
      bytes: body.length,
      send: textOrNull(request.headers[sendHeader]),
      taken: takes === 'all',
      cut: false,
    };
    deliveries.push(delivery);
    const hanging = hangMs && setTimeout(() => response.destroy(), hangMs);
    response.on('close', () => {
      clearTimeout(hanging);
      delivery.cut = !response.writableFinished;
    });
    say({ response, events });
    heard(delivery);
  }

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
    } else if (request.method === 'POST') {
      // a killed page leaves an incomplete request
      take(request, response).catch(() => response.destroy());
    } else {
      const kept = deliveries.map(({ answer, taken, events }) => ({ answer, taken, events }));
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(kept, null, 2));
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
