import { type CallName, calls } from '../../contract/calls.ts';
import { failureOf } from '../../machines/ports/port-failure.ts';
import type { TestServer } from '../../server/testing/server.fixture.ts';
import { createVisitor, type Visitor } from '../../server/testing/visitor.fixture.ts';
import type { CallApi } from '../../src/adapters/http/api-client.ts';
import { createHttpPorts, type HttpPorts } from '../../src/adapters/http/http-ports.ts';
import { createReach, type Reach } from '../../src/adapters/http/reach.ts';
import type { WireTable } from '../../src/adapters/http/wire-table.ts';
import { createKeptLog } from '../../src/adapters/storage/kept-log.ts';
import { buildWireTable } from '../../tools/build/wire-table.ts';

type Options = NonNullable<Parameters<CallApi>[1]>;

/** A call of the client: `raw` is the server's `obj`, `answer` the client's result. */
type Sent = {
  name: CallName;
  options: Options;
  code: string;
  raw: unknown;
  answer: unknown;
};

/** A visitor with the real client. `visitor` calls the same server directly, to prepare a case. */
export type Browser = {
  server: TestServer;
  visitor: Visitor;
  ports: HttpPorts;
  api: CallApi;
  sent: Sent[];
  /** origin header of another site; null for the product's own site */
  origin: string | null;
  another(): Browser;
};

const wire = buildWireTable() as unknown as WireTable;

const nameOf = (method: string, path: string) =>
  (Object.keys(calls) as CallName[]).find((name) => {
    const pattern = calls[name].path.replace(/\{\w+\}/g, '[^/]+');
    return calls[name].method === method && new RegExp(`^${pattern}$`).test(path);
  });

let addresses = 0;

/** Returns a `fetch` with its own cookies and its own IP address, as in a browser. */
function fetchAs(
  browser: Pick<Browser, 'visitor' | 'origin'>,
  address: string,
  raw: Map<string, unknown>,
) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { cookies } = browser.visitor;
    const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
    request.headers.set('cookie', pairs.join('; '));
    request.headers.set('x-forwarded-for', address);
    if (browser.origin !== null) request.headers.set('origin', browser.origin);
    const response = await fetch(request);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) delete cookies[name];
      else cookies[name] = value;
    }
    const name = nameOf(request.method, new URL(request.url).pathname);
    if (name) raw.set(name, ((await response.clone().json()) as { obj: unknown }).obj);
    return response;
  };
}

/** Wraps the API and records the calls and answers of the client. */
const noting =
  (sent: Sent[], raw: Map<string, unknown>) =>
  (api: CallApi): CallApi =>
  async (name, options = {}) => {
    try {
      const answer = await api(name, options);
      sent.push({ name, options, code: '1', raw: raw.get(name), answer });
      return answer;
    } catch (error) {
      const { code, reason, msg } = failureOf(error);
      sent.push({ name, options, code: code ?? `${reason}: ${msg}`, raw: null, answer: null });
      throw error;
    }
  };

/** @param origin the origin of the server, which trusts one proxy */
export function openBrowser(server: TestServer, origin: string): Browser {
  addresses += 1;
  const address = `10.1.${addresses >> 8}.${addresses & 255}`;
  const visitor = createVisitor(server, address);
  const raw = new Map<string, unknown>();
  const sent: Sent[] = [];
  const reach = createReach({ isOnline: () => true, onOnline: () => {} });
  let api: CallApi | undefined;
  const observed: Reach = {
    ...reach,
    observe: (client) => {
      api = noting(sent, raw)(client);
      return api;
    },
  };
  const part = { server, visitor, sent, origin: null };
  const browser: Browser = Object.assign(part, {
    ports: createHttpPorts({
      baseUrl: origin,
      website: 'lightwell',
      wire,
      laterWire: async () => ({}),
      locale: () => 'en',
      caller: async () =>
        visitor.token === '' ? { kind: 'guest' } : { kind: 'user', token: visitor.token },
      reach: observed,
      keptLog: createKeptLog(() => Promise.reject(new Error('This test has no storage')), null),
      provider: null,
      fetch: (input, init) => fetchAs(browser, address, raw)(input, init),
    }),
    get api(): CallApi {
      if (!api) throw new Error('Expected the ports to create a client.');
      return api;
    },
    another: () => openBrowser(server, origin),
  });
  return browser;
}
