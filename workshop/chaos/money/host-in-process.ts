import { createHmac } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { compose, type Server } from '../../../server/composition/compose.ts';
import {
  createFakeEngine,
  type FakeEngine,
} from '../../../server/engine/testing/fake-engine.fixture.ts';
import { readConfig } from '../../../server/platform/config/config.ts';
import { createLogger } from '../../../server/platform/log/logger.ts';
import {
  signatureHeader,
  signatureOf,
} from '../../../server/providers/sandbox/sandbox-signature.ts';
import { countDeath, type Host, type HostAnswer, ServerDied } from './host.ts';
import { emptyAgain, emptyTables, openHostDatabase, type Where } from './host-database.ts';
import { createJobsInProcess } from './jobs-in-process.ts';
import { wakeForMails } from './mails-in-process.ts';
import { type Life, mortalDatabase } from './mortal-database.ts';
import { awayMessage, createOutages } from './outages.ts';
import { createOpenSteps } from './watch.ts';

const adminToken = 'a token that operators of tests of money have';
const secret = 'a secret that signs what is sent in tests of money';

/** Disables all limits of the product except that of credits. */
const env = {
  STOP_GRACE_SECONDS: '0',
  LOG_LEVEL: 'error',
  RUN_ENV: 'test',
  API_PAGE: '0',
  ADMIN_TOKEN: adminToken,
  STORAGE_SECRET: secret,
  GUEST_DAILY_CREDITS: '8',
  WELCOME_CREDITS: '6',
  NEW_GUESTS_PER_ADDRESS: '1000000',
  CODES_PER_SUBNET: '1000000',
  CODES_PER_SUBNET_AND_ADDRESS: '1000000',
  CODES_PER_ADDRESS: '1000000',
  REQUESTS_PER_MINUTE: '10000000',
  SIGN_INS_PER_MINUTE: '10000000',
};

export type HostInProcess = Host & {
  engine: FakeEngine;
  /** requests without an answer so far, and their origins */
  openSteps(): string[];
  /** Resets everything and continues at another time. */
  begin(at: Date): Promise<void>;
  close(): Promise<void>;
};

type Incarnation = { server: Server; life: Life };

export async function startHost(where: Where): Promise<HostInProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'lightwell-money-'));
  const opened = await openHostDatabase(where);
  const engine = createFakeEngine();
  const deaths = new Map<string, number>();
  const errors: string[] = [];
  const stopping: Promise<void>[] = [];
  const open = createOpenSteps();
  let time = Date.now();
  // Each reading of the clock is a moment later, so that the order of events is known.
  const now = () => {
    time += 1;
    return new Date(time);
  };
  const outages = createOutages(now);
  let deadly: { point: string; passes: number } | null = null;
  let current: Incarnation | undefined;
  let beginning: Life = { isOver: false };

  function hear(point: unknown) {
    if (!deadly || point !== deadly.point) return;
    deadly.passes -= 1;
    if (deadly.passes >= 0) return;
    const { isOver } = beginning;
    beginning.isOver = true;
    if (!isOver) countDeath(deaths, deadly.point);
    deadly = null;
  }
  subscribe('lightwell:write-point', hear);

  function note(line: string, life: Life) {
    // The clock jumps beyond the time in which some mails make sense.
    if (life.isOver || line.includes('a mail was given up')) return;
    if (line.includes(awayMessage)) return;
    // Its row is judged.
    if (line.includes('refused to refund')) return;
    const { err, step, msg } = JSON.parse(line) as {
      err?: { message?: string; stack?: string };
      step?: string;
      msg?: string;
    };
    errors.push(`${step ?? msg}: ${err?.stack ?? err?.message ?? line}`.slice(0, 700));
  }

  const close = ({ server }: Incarnation) => {
    stopping.push(server.stop().catch(() => {}));
  };

  async function start(): Promise<void> {
    for (;;) {
      const life: Life = { isOver: false };
      beginning = life;
      const server = await compose({
        config: readConfig({ DATA_DIR: directory, ...env }),
        logger: createLogger('error', { write: (line) => note(line, life) }),
        dataDir: { path: directory, instanceId: 'test' },
        database: {
          source: opened.source,
          close: async () => {},
          db: mortalDatabase(opened.db, life),
        },
        engine,
        now,
        clientDir: join(directory, 'client'),
        throughMailer: wakeForMails,
        jobs: createJobsInProcess((error) =>
          note(JSON.stringify({ msg: `a job: ${error}` }), life),
        ),
        hashCost: { memory: 64, passes: 1, parallelism: 1 },
      }).catch((error: unknown) => {
        if (!life.isOver) throw error;
        return null;
      });
      if (server?.sandbox) outages.wrap(server.sandbox);
      if (server && !life.isOver) {
        current = { server, life };
        return;
      }
      if (server) close({ server, life });
    }
  }

  function alive(): Incarnation {
    if (!current || current.life.isOver) throw new ServerDied();
    return current;
  }

  async function unlessDead<Result>(work: (server: Server) => Promise<Result>): Promise<Result> {
    const { server, life } = alive();
    const result = await work(server).catch((error: unknown) => {
      throw life.isOver ? new ServerDied() : error;
    });
    if (life.isOver) throw new ServerDied();
    return result;
  }

  await start();
  const tables = await emptyTables(opened.db);
  return {
    engine,
    deaths,
    errors,
    now,
    db: opened.db,
    perDay: 8,
    adminToken,
    outages,
    inject: (options) =>
      open.during(`${options.method} ${String(options.url)}`, () =>
        unlessDead(async ({ app }) => (await app.inject(options)) as unknown as HostAnswer),
      ),
    sweep: () => open.during('sweep', () => unlessDead((server) => server.sweep())),
    openSteps: open.list,
    advance(ms) {
      time += ms;
    },
    dieAt(point, passes) {
      deadly = { point, passes };
    },
    spare() {
      deadly = null;
      outages.end();
    },
    isDead: () => current === undefined || current.life.isOver,
    async revive() {
      if (current) close(current);
      current = undefined;
      await open.during('start after a death', start);
    },
    sign(body) {
      const key = createHmac('sha256', secret).update('sandbox').digest('hex');
      return { [signatureHeader]: signatureOf(key, body, now()) };
    },
    async begin(at) {
      deadly = null;
      outages.end();
      outages.refused.clear();
      await emptyAgain(opened.db, tables);
      errors.length = 0;
      time = at.getTime();
      if (!current) await start();
    },
    async close() {
      unsubscribe('lightwell:write-point', hear);
      if (current) close(current);
      // A dead server's open work may never end.
      await Promise.race([Promise.all(stopping), wait(5000)]);
      await Promise.race([opened.close(), wait(2000)]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
