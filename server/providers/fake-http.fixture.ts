import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/* Simulates a provider's API in tests with a real HTTP server, so that sockets can break, too. */

export type FakeRequest = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
};

export type FakeAnswer = { status: number; body: unknown; headers?: Record<string, string> };

/**
 * Fault of one request. `unheard`: the request never arrives. `lost`: the request is processed, but
 * its answer does not arrive. `silent`: the request is processed, but never answered. A number: the
 * request is answered with this error status and not processed.
 */
export type Trouble = 'unheard' | 'lost' | 'silent' | number;

type Planned = { trouble: Trouble; path: RegExp; times: number };

export type FakeServer = {
  url: string;
  /** all received requests, oldest first */
  requests: FakeRequest[];
  /** Applies the fault to the next requests whose `METHOD /path` matches. */
  trouble(trouble: Trouble, path?: RegExp, times?: number): void;
  /** Removes all faults. */
  calm(): void;
  close(): Promise<void>;
};

function send(response: ServerResponse, { status, body, headers }: FakeAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export async function startFake(
  answer: (request: FakeRequest) => FakeAnswer,
  inTrouble: (status: number) => FakeAnswer,
): Promise<FakeServer> {
  const requests: FakeRequest[] = [];
  const planned: Planned[] = [];

  function troubleOf({ method, path }: FakeRequest): Trouble | null {
    const plan = planned.find((one) => one.times > 0 && one.path.test(`${method} ${path}`));
    if (!plan) return null;
    plan.times -= 1;
    return plan.trouble;
  }

  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const url = new URL(incoming.url ?? '/', 'http://fake');
    const request: FakeRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      headers: incoming.headers,
      query: Object.fromEntries(url.searchParams),
      body: Buffer.concat(parts).toString('utf8'),
    };
    requests.push(request);
    const trouble = troubleOf(request);
    if (trouble === 'unheard') return void incoming.socket.destroy();
    if (typeof trouble === 'number') return send(response, inTrouble(trouble));
    const answered = answer(request);
    if (trouble === 'lost') return void incoming.socket.destroy();
    if (trouble === null) send(response, answered);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    trouble: (trouble, path = /./, times = 1) => planned.push({ trouble, path, times }),
    calm() {
      planned.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
