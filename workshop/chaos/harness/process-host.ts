import { setTimeout as wait } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { countDeath, type DieAt, type Host, type HostAnswer, hostEnv, ServerDied } from './host.ts';
import type { Launcher, ServerProcess } from './launcher.ts';
import type { Link } from './link.ts';
import type { Kept, Requests } from './messages.ts';

/** Data directory and database that several servers use one after another. */
export type Place = {
  directory: string;
  /** null for the embedded database */
  databaseUrl: string | null;
  engine: Parameters<Requests['start']>[0]['engine'];
  /** milliseconds that a job of the fake engine lasts; by default long enough to be interrupted */
  jobMs?: number;
  /** further settings */
  env?: Record<string, string>;
  /** leads visitors to the server */
  link?: Link;
};

/**
 * A host whose server is a separate process that is really killed. `revive` also starts the first
 * one.
 */
export type ProcessHost = Host & {
  /** performs all due work and returns the stored state */
  look(): Promise<Kept>;
  /** The newest code mailed to an address; null if there is none. */
  findCode(address: string): Promise<string | null>;
  /** the server's last output, which is an error, because its log has only errors */
  lastError(): string;
  /** resolves when the server was killed; rejects with ServerEnded if it ended by itself */
  gone(): Promise<void>;
  kill(): void;
  /** address of the server, for its visitors */
  base(): string;
  /** Sets the server's clock to that of `advance`. */
  setClock(): Promise<void>;
  fillDisk(isFull: boolean): Promise<void>;
  freeze(isFrozen: boolean): void;
  /** Stops the server in order. Returns its exit code, or null if it was killed. */
  terminate(): Promise<number | null>;
  /** Error of the clock of the servers that start from now on. */
  setSkew(ms: number): void;
  /**
   * Starts a server that dies at a write point, or is killed at a fraction of the usual start time.
   */
  dieInStart(where: DieAt | number, otherwise: string): Promise<void>;
  /** Ends the server. This does not count as a death. */
  stop(): Promise<void>;
};

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

async function send(base: string, options: InjectOptions): Promise<HostAnswer> {
  const { method = 'GET', cookies = {}, headers = {}, payload, remoteAddress } = options;
  const url = new URL(String(options.url), base);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    url.searchParams.set(name, String(value));
  }
  const cookie = Object.entries(cookies).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const isJson = typeof payload === 'object' && !Buffer.isBuffer(payload);
  const response = await fetch(url, {
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

const envOf = ({ directory, databaseUrl, env }: Place): Record<string, string> => ({
  ...hostEnv,
  DATA_DIR: directory,
  PORT: '0',
  TRUST_PROXY: '1',
  // The daily credits pay for seven tasks. After a sign-up, further tasks use the welcome credits.
  GUEST_DAILY_CREDITS: '30',
  WELCOME_CREDITS: '100000',
  CONTACT_MESSAGES_PER_HOUR: '100000',
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  ...env,
});

/** Label for a kill without a chosen point. */
const anyMoment = 'any moment';

type Deps = { launcher: Launcher; place: Place; deaths: Map<string, number> };

/** The host uses the machine's clock. `advance` takes effect at the next sweep or start. */
export function createProcessHost({ launcher, place, deaths }: Deps): ProcessHost {
  let aheadMs = 0;
  let skewMs = 0;
  let server: ServerProcess | undefined;
  let base = '';
  let isDead = true;
  let isKilled = false;
  let isStopping = false;
  let point = anyMoment;
  const errors: string[] = [];

  /** Resolves with the port. @throws ServerEnded if it ended by itself */
  async function start({ ask, gone }: ServerProcess, dieAt: DieAt | null): Promise<number> {
    const { engine, jobMs = 60 } = place;
    const wish = { env: envOf(place), engine, jobMs, aheadMs, skewMs, dieAt };
    return await ask('start', wish).catch(async (error: unknown) => {
      await gone;
      throw error;
    });
  }

  function watch({ gone }: ServerProcess) {
    isDead = false;
    isKilled = false;
    isStopping = false;
    point = anyMoment;
    gone.then(
      () => {
        isDead = true;
        if (!isStopping) countDeath(deaths, isKilled ? anyMoment : point);
      },
      (error: Error) => {
        isDead = true;
        if (!isStopping) errors.push(error.message);
      },
    );
  }

  /** An answer that has arrived counts, even if the server has died since then. */
  async function unlessDead<Result>(work: (to: ServerProcess) => Promise<Result>): Promise<Result> {
    if (!server || isDead) throw new ServerDied();
    try {
      return await work(server);
    } catch (error) {
      // The connection breaks a moment before the process has ended.
      await Promise.race([server.gone, wait(1000)]);
      throw isDead ? new ServerDied() : error;
    }
  }

  const setDeath = (dieAt: DieAt | null) => {
    server?.ask('dieAt', dieAt).catch(() => {});
  };

  return {
    deaths,
    errors,
    now: () => new Date(Date.now() + aheadMs),
    inject: (options) => unlessDead(() => send(base, options)),
    sweep: () => unlessDead(({ ask }) => ask('sweep', aheadMs)),
    look: () => unlessDead(({ ask }) => ask('look')),
    findCode: (address) => unlessDead(({ ask }) => ask('findCode', address)),
    advance(ms) {
      aheadMs += ms;
    },
    dieAt(name, passes) {
      point = name;
      setDeath({ point, passes });
    },
    spare: () => setDeath(null),
    isDead: () => isDead,
    async revive() {
      server = await launcher.take();
      const began = performance.now();
      const port = await start(server, null);
      place.link?.leadTo(port);
      base = `http://127.0.0.1:${place.link?.port ?? port}`;
      launcher.startMs = performance.now() - began;
      watch(server);
    },
    lastError: () => server?.lastError() ?? '',
    gone: async () => await server?.gone,
    kill() {
      isKilled = server?.kill() ?? false;
    },
    async dieInStart(where, otherwise) {
      const dying = await launcher.take();
      const dieAt = typeof where === 'number' ? null : where;
      let died = dieAt?.point ?? otherwise;
      const kill = () => {
        if (dying.kill()) died = otherwise;
      };
      const timer = typeof where === 'number' && setTimeout(kill, where * launcher.startMs);
      // A server that has started can no longer reach a write point of its start, so it is killed.
      start(dying, dieAt).then(dieAt ? kill : () => {}, () => {});
      await dying.gone;
      clearTimeout(timer || undefined);
      countDeath(deaths, died);
    },
    base: () => base,
    setClock: () => unlessDead(({ ask }) => ask('setClock', aheadMs)),
    fillDisk: (isFull) => unlessDead(({ ask }) => ask('fillDisk', isFull)),
    freeze(isFrozen) {
      server?.signal(isFrozen ? 'SIGSTOP' : 'SIGCONT');
    },
    async terminate() {
      isStopping = true;
      return (await server?.terminate()) ?? null;
    },
    setSkew(ms) {
      skewMs = ms;
    },
    async stop() {
      isStopping = true;
      server?.kill();
      await server?.gone.catch(() => {});
    },
  };
}
