import { setTimeout as wait } from 'node:timers/promises';
import { type HostAnswer, hostEnv, ServerDied } from './host.ts';
import type { Launcher } from './launcher.ts';
import { type Link, openLink } from './link.ts';
import type { Kept } from './messages.ts';
import { createProcessHost, type ProcessHost } from './process-host.ts';
import { shuffleNotifications } from './shuffle-notifications.ts';

export type Role = 'web' | 'worker';

/** One of the processes that share a database and a data directory. */
export type Member = {
  name: string;
  role: Role;
  host: ProcessHost;
  /** its connections to the database */
  database: Link;
  /** its connections to visitors */
  visitors: Link;
  /** true while it is frozen or cannot reach the database, so it must be asked nothing */
  isAside: boolean;
};

export type Cluster = {
  members: Member[];
  /** Returns the members that live and can be asked. */
  living(role: Role): Member[];
  /** Sends a request to a web process that is ready, as a proxy does. @throws ServerDied */
  inject: ProcessHost['inject'];
  findCode: ProcessHost['findCode'];
  /** Performs all due work of all workers, and returns the stored state. @throws ServerDied */
  look(): Promise<Kept>;
  /** Advances the clocks of all members. */
  advance(ms: number): Promise<void>;
  /** Starts the members that are dead. */
  reviveDead(): Promise<void>;
  /** while true, an answer 503 counts as no answer */
  isTroubled: boolean;
  /** true while notifications between the processes are lost, repeated and reordered */
  isShuffling: boolean;
  stop(): Promise<void>;
};

type Deps = {
  launcher: Launcher;
  directory: string;
  /** address of the database, without a link */
  databaseUrl: string;
  deaths: Map<string, number>;
  random: () => number;
  /** number of web processes, and of workers */
  perRole: number;
};

/** Clocks of machines may differ by this much. */
const skewMs = 4 * 60_000;
/** A process that does not say within this time that it is ready gets no request. */
const readyMs = 5000;
/** A request waits this long for a process that is ready. */
const waitMs = 30_000;

const settings = {
  ...hostEnv,
  STOP_DRAIN_SECONDS: '2',
  STOP_GRACE_SECONDS: '2',
  // Visitors who get no answer leave uploads that no task uses.
  UNUSED_UPLOADS_PER_VISITOR: '1000000',
  UNUSED_UPLOADS_PER_ADDRESS: '1000000',
  UNUSED_UPLOADS_IN_ALL: '1000000',
};

const isReady = (base: string): Promise<boolean> =>
  fetch(`${base}/readyz`, { signal: AbortSignal.timeout(readyMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts the processes, each behind links that the test can disturb. */
export async function startCluster(deps: Deps): Promise<Cluster> {
  const { launcher, directory, databaseUrl, deaths, random, perRole } = deps;
  const members: Member[] = [];

  async function add(role: Role, nth: number) {
    const filter = () => shuffleNotifications(() => cluster.isShuffling, random);
    const database = await openLink(random, filter);
    const url = new URL(databaseUrl);
    database.leadTo(Number(url.port));
    url.port = String(database.port);
    const visitors = await openLink(random);
    const env = { ...settings, ROLES: role };
    const place = {
      directory,
      databaseUrl: url.href,
      engine: 'fake',
      env,
      link: visitors,
    } as const;
    const host = createProcessHost({ launcher, place, deaths });
    members.push({ name: `${role} ${nth}`, role, host, database, visitors, isAside: false });
  }

  const living = (role: Role) =>
    members.filter((one) => one.role === role && !one.isAside && !one.host.isDead());

  let turn = 0;
  async function findReadyWeb(): Promise<Member | undefined> {
    turn += 1;
    const webs = living('web');
    for (let n = 0; n < webs.length; n += 1) {
      const web = webs[(turn + n) % webs.length];
      if (web && (await isReady(web.host.base()))) return web;
    }
    return undefined;
  }

  /** Waits for a web process that is ready. Proxies do so, too. */
  async function readyWeb(): Promise<Member> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      const web = await findReadyWeb();
      if (web) return web;
      if (performance.now() > deadline) throw new ServerDied('no web process is ready');
      await wait(50);
    }
  }

  /** An error of the network looks to a visitor as the death of the server. */
  async function unlessBroken<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServerDied) throw error;
      throw new ServerDied('the request was not answered', { cause: error });
    }
  }

  const oneOf = (role: Role): Member => {
    const [first] = living(role);
    if (!first) throw new ServerDied(`no ${role} lives`);
    return first;
  };

  /** Asks the next process if the first one ends before it answers. */
  async function findCodeBy(address: string, [web, ...others]: Member[]): Promise<string | null> {
    if (!web) throw new ServerDied('no web process can look into the outbox');
    try {
      return await web.host.findCode(address);
    } catch (error) {
      if (others.length === 0) throw error;
      return await findCodeBy(address, others);
    }
  }

  const cluster: Cluster = {
    members,
    living,
    isTroubled: false,
    isShuffling: false,
    inject: (options) =>
      unlessBroken(async (): Promise<HostAnswer> => {
        const { host } = await readyWeb();
        const answer = await host.inject(options);
        if (cluster.isTroubled && answer.statusCode === 503) {
          throw new ServerDied('the server answered 503');
        }
        return answer;
      }),
    findCode: (address) => unlessBroken(() => findCodeBy(address, living('web'))),
    look: () =>
      unlessBroken(async () => {
        for (const { host } of living('worker')) await host.sweep();
        return await oneOf('worker').host.look();
      }),
    async advance(ms) {
      for (const { host } of members) host.advance(ms);
      for (const role of ['web', 'worker'] as const) {
        for (const { host } of living(role)) await host.setClock();
      }
    },
    async reviveDead() {
      for (const { host } of members) {
        if (!host.isDead()) continue;
        host.setSkew(Math.floor(random() * 3 - 1) * skewMs);
        await host.revive();
      }
    },
    async stop() {
      for (const { host, database, visitors } of members) {
        await host.stop();
        database.close();
        visitors.close();
      }
    },
  };

  for (const role of ['worker', 'web'] as const) {
    for (let nth = 1; nth <= perRole; nth += 1) await add(role, nth);
  }
  // The members start one after another, so the first of them creates the database's tables.
  await cluster.reviveDead();
  return cluster;
}
