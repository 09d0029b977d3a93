import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { compose, type Server } from '../../../server/composition/compose.ts';
import { createFakeEngine } from '../../../server/engine/testing/fake-engine.fixture.ts';
import { createMemoryBus } from '../../../server/platform/bus/memory-bus.ts';
import { readConfig } from '../../../server/platform/config/config.ts';
import { createLogger } from '../../../server/platform/log/logger.ts';
import {
  signatureHeader,
  signatureOf,
} from '../../../server/providers/sandbox/sandbox-signature.ts';
import { unlockedDataDir } from '../../../server/testing/data-dir.fixture.ts';
import { countDeath, type HostAnswer, hostEnv, ServerDied, watchPoints } from '../harness/host.ts';
import type { MoneyHost } from './host.ts';
import { openHostDatabase, type Where } from './host-database.ts';
import { wakeForMails } from './mails-in-process.ts';
import { type Life, mortalDatabase } from './mortal-database.ts';
import { awayMessage, createOutages } from './outages.ts';
import { oneOf } from './scene.ts';
import { createOpenSteps } from './watch.ts';

const adminToken = 'a token that operators of tests of money have';
const secret = 'a secret that signs what is sent in tests of money';

const env = {
  ...hostEnv,
  STOP_GRACE_SECONDS: '0',
  ADMIN_TOKEN: adminToken,
  STORAGE_SECRET: secret,
  GUEST_DAILY_CREDITS: '8',
  WELCOME_CREDITS: '6',
  REQUESTS_PER_MINUTE: '10000000',
  SIGN_INS_PER_MINUTE: '10000000',
};

/** Dates with irregular calendars: ends of months, leap days and ends of years. */
const beginnings = [
  ...['2027-01-31T10:00:00Z', '2027-02-28T23:50:00Z', '2028-02-29T12:00:00Z'],
  ...['2027-08-31T00:00:30Z', '2027-12-31T23:58:00Z', '2027-05-14T15:00:00Z'],
];

type Incarnation = { server: Server; life: Life };

export async function startHost(where: Where): Promise<MoneyHost> {
  const directory = await mkdtemp(join(tmpdir(), 'lightwell-money-'));
  const opened = await openHostDatabase(where);
  const engine = createFakeEngine();
  const deaths = new Map<string, number>();
  const errors: string[] = [];
  const stopping: Promise<void>[] = [];
  const open = createOpenSteps();
  let time = Date.now();
  // Each reading of the clock is later than the previous one, so the order of events is known.
  const now = () => {
    time += 1;
    return new Date(time);
  };
  const outages = createOutages(now);
  let current: Incarnation | undefined;
  let beginning: Life = { isOver: false };

  const death = watchPoints((point) => {
    if (!beginning.isOver) countDeath(deaths, point);
    beginning.isOver = true;
  });

  function note(line: string, life: Life) {
    if (life.isOver || line.includes(awayMessage)) return;
    // If the clock jumps, mails are no longer useful and tasks are past their deadlines.
    if (line.includes('a mail could not be sent and is not tried again')) return;
    if (line.includes('the task has passed its deadline')) return;
    // The judge checks the row of the refused refund instead.
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

  /** ids of all processes so far */
  const incarnations: string[] = [];

  async function start(): Promise<void> {
    for (;;) {
      const life: Life = { isOver: false };
      beginning = life;
      const dataDir = unlockedDataDir(directory);
      const ended = incarnations.slice();
      incarnations.push(dataDir.processId);
      const server = await compose({
        config: readConfig({ DATA_DIR: directory, ...env }),
        logger: createLogger('error', { write: (line) => note(line, life) }),
        dataDir: { ...dataDir, removeDead: () => ended },
        database: {
          source: opened.source,
          close: async () => {},
          db: mortalDatabase(opened.db, life),
        },
        engine,
        now,
        clientDir: join(directory, 'client'),
        throughMailer: wakeForMails,
        bus: createMemoryBus((error) => note(JSON.stringify({ msg: `the bus: ${error}` }), life)),
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

  function spare() {
    death.set(null);
    outages.end();
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
  return {
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
      death.set({ point, passes });
    },
    spare,
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
    async begin(random) {
      spare();
      outages.refused.clear();
      await opened.empty();
      errors.length = 0;
      time = new Date(oneOf({ random }, beginnings)).getTime();
      if (!current) await start();
      engine.behave(async () => (random() < 0.6 ? 'succeed' : 'reject'));
    },
    async close() {
      death.stop();
      if (current) close(current);
      // Open work of a dead server may never end.
      await Promise.race([Promise.all(stopping), wait(5000)]);
      await Promise.race([opened.close(), wait(2000)]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
