import { setTimeout as wait } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import type { OpenDatabase } from '../../../server/platform/database/database.ts';
import {
  type FaultyServer,
  type Launcher,
  type Place,
  ServerEnded,
} from '../faults/faulty-server.ts';
import { countDeath, type Host, type HostAnswer, ServerDied } from './host.ts';

/** A host whose server is a separate process that is really killed. */
export type KilledHost = Host & { stop(): Promise<void> };

type Deps = { launcher: Launcher; place: Place; opened: OpenDatabase; deaths: Map<string, number> };

/** Parses the cookies of an answer as a browser does. */
function cookiesOf(response: Response): HostAnswer['cookies'] {
  return response.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const maxAge = /max-age=(\d+)/i.exec(line)?.[1];
    return {
      name: pair.slice(0, at),
      value: decodeURIComponent(pair.slice(at + 1)),
      ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
    };
  });
}

async function send(url: string, options: InjectOptions): Promise<HostAnswer> {
  const { method = 'GET', url: path, cookies = {}, headers = {}, payload, remoteAddress } = options;
  const cookie = Object.entries(cookies).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const isJson = typeof payload === 'object' && !Buffer.isBuffer(payload);
  const response = await fetch(`${url}${String(path)}`, {
    method: String(method),
    redirect: 'manual',
    headers: {
      ...(headers as Record<string, string>),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(cookie.length > 0 ? { cookie: cookie.join('; ') } : {}),
      'x-forwarded-for': remoteAddress ?? '10.1.1.1',
    },
    ...(payload === undefined
      ? {}
      : { body: isJson ? JSON.stringify(payload) : (payload as string | Buffer<ArrayBuffer>) }),
  });
  const body = await response.text();
  const { status: statusCode } = response;
  return { statusCode, body, cookies: cookiesOf(response), json: () => JSON.parse(body) };
}

/** The clock is the machine's, and is moved ahead with each sweep. */
export async function startKilledHost({
  launcher,
  place,
  opened,
  deaths,
}: Deps): Promise<KilledHost> {
  let aheadMs = 0;
  let server: FaultyServer = await launcher.start(place, aheadMs);
  let isDead = false;
  let point = '';
  const errors: string[] = [];
  const watch = (one: FaultyServer) => {
    one.gone.then(
      () => {
        isDead = true;
        if (point) countDeath(deaths, point);
      },
      (error: unknown) => {
        isDead = true;
        if (error instanceof ServerEnded) errors.push(error.message);
      },
    );
  };
  watch(server);
  const now = () => new Date(Date.now() + aheadMs);

  /** The signal arrives a moment before the process has ended. */
  async function unlessDead<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isDead) throw new ServerDied();
    try {
      const result = await work();
      if (isDead) throw new ServerDied();
      return result;
    } catch (error) {
      await Promise.race([server.gone.catch(() => {}), wait(1000)]);
      throw isDead ? new ServerDied() : error;
    }
  }

  return {
    db: opened.db,
    deaths,
    errors,
    now,
    inject: (options) => unlessDead(() => send(server.url, options)),
    sweep: () =>
      unlessDead(async () => {
        if (!(await server.sweep(aheadMs))) throw new ServerDied();
      }),
    advance(ms) {
      aheadMs += ms;
    },
    dieAt(name, passes) {
      point = name;
      if (!isDead) server.dieAt({ point: name, passes });
    },
    spare() {
      point = '';
      if (!isDead) server.dieAt({ point: 'nowhere', passes: 1_000_000 });
    },
    isDead: () => isDead,
    async revive() {
      if (!isDead) server.kill();
      await server.gone.catch(() => {});
      server = await launcher.start(place, aheadMs);
      isDead = false;
      point = '';
      watch(server);
    },
    // The secret is in the server's directory.
    sign: () => null,
    adminToken: null,
    outages: null,
    perDay: 30,
    async stop() {
      point = '';
      server.kill();
      await server.gone.catch(() => {});
    },
  };
}
