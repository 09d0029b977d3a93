import { readdirSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { type RunningServer, runServer } from '../../../server/composition/process.ts';
import { creditLines, creditLots, purses } from '../../../server/credits/credits.schema.ts';
import type { Engine } from '../../../server/engine/engine.port.ts';
import { createFakeEngine } from '../../../server/engine/testing/fake-engine.fixture.ts';
import { mails, outbox } from '../../../server/mail/mail.schema.ts';
import { guests, owners, users } from '../../../server/owners/owners.schema.ts';
import { readConfig } from '../../../server/platform/config/config.ts';
import { createLogger } from '../../../server/platform/log/logger.ts';
import { tasks } from '../../../server/tasks/tasks.schema.ts';
import { uploads } from '../../../server/uploads/uploads.schema.ts';
import { simulateDisk } from './full-disk.ts';
import { watchPoints } from './host.ts';
import type { Answer, Kept, Request, Requests } from './messages.ts';

/*
 * A server process. It loads its modules, waits for the request to start, and dies at the given
 * write point.
 */

const death = watchPoints(() => process.kill(process.pid, 'SIGKILL'));

const disk = simulateDisk();

/** Makes the clock of this process wrong, as if it ran on another machine. */
function shiftClock(ms: number): void {
  const machineNow = Date.now.bind(Date);
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [machineNow() + ms] : given, newTarget),
    get: (target, name) => (name === 'now' ? () => machineNow() + ms : Reflect.get(target, name)),
  });
}

function openFakeEngine(jobMs: number): Engine {
  const engine = createFakeEngine();
  engine.behave(async () => {
    await wait(jobMs);
    return 'succeed';
  });
  return engine;
}

async function openRealEngine(dataDir: string): Promise<Engine> {
  const { createEngine } = await import('../../../server/engine/engine.ts');
  return await createEngine({
    modelsDir: fileURLToPath(new URL('../../../models/built', import.meta.url)),
    places: 2,
    memoryMegabytes: 2000,
    timingsPath: join(dataDir, 'timings.json'),
  });
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

let startedAt = 0;

/** Returns unused temporary files. A running engine still uses its measurement files. */
function unusedIn(folder: string): string[] {
  const isOfThisProcess = (name: string) =>
    name.startsWith('lightwell-calibration-') &&
    (statSync(join(folder, name), { throwIfNoEntry: false })?.birthtimeMs ?? startedAt) >=
      startedAt;
  return readdirSync(folder).filter((name) => !isOfThisProcess(name));
}

/** Returns the unused temporary files of all processes. Each process has a folder and a lock. */
const unusedBelow = (work: string): string[] =>
  readdirSync(work)
    .filter((name) => !name.endsWith('.lock'))
    .flatMap((name) => unusedIn(join(work, name)));

async function look({ database: { db } }: RunningServer, dataDir: string): Promise<Kept> {
  const halfOwners = await db
    .select({ id: owners.id })
    .from(owners)
    .leftJoin(purses, eq(purses.ownerId, owners.id))
    .leftJoin(guests, eq(guests.ownerId, owners.id))
    .leftJoin(users, eq(users.ownerId, owners.id))
    // After a merge, or after a deletion on the first day, only the owner row remains.
    .where(
      and(
        isNull(owners.mergedInto),
        or(isNull(owners.closedAt), isNotNull(purses.id)),
        or(isNull(purses.id), and(isNull(guests.ownerId), isNull(users.ownerId))),
      ),
    );
  const rows = await db.select().from(tasks);
  return {
    tasks: rows.map(({ output, ...row }) => {
      const images = output ? [output.result, output.before, output.after, output.thumbnail] : [];
      return { ...row, results: images.map(({ key }) => key) };
    }),
    lines: await db.select().from(creditLines),
    lots: await db.select().from(creditLots),
    uploads: await db.select({ key: uploads.key, state: uploads.state }).from(uploads),
    halfOwners: halfOwners.map(({ id }) => id),
    mails: await db.select({ cause: mails.cause, state: mails.state }).from(mails),
    delivered: await db.select({ text: outbox.text }).from(outbox),
    files: filesBelow(join(dataDir, 'files')),
    temporary: [...unusedBelow(join(dataDir, 'work')), ...readdirSync(join(dataDir, 'unfinished'))],
  };
}

/** Returns the newest code in the outbox, or null. */
async function findCode({ database: { db } }: RunningServer, address: string) {
  const [sent] = await db
    .select({ subject: outbox.subject })
    .from(outbox)
    .where(eq(outbox.address, address))
    .orderBy(desc(outbox.id))
    .limit(1);
  return /\b\d{3} ?\d{3}\b/.exec(sent?.subject ?? '')?.[0].replace(' ', '') ?? null;
}

let server: RunningServer;
let dataDir = '';
let aheadMs = 0;

async function doWhatIsDue(): Promise<void> {
  await server.sweep();
  await server.removeOrphans();
}

const answers: Requests = {
  async load() {},
  async start({ env, engine, jobMs, dieAt, ...wish }) {
    shiftClock(wish.skewMs);
    startedAt = Date.now() - wish.skewMs;
    ({ aheadMs } = wish);
    death.set(dieAt);
    const config = readConfig(env);
    ({ dataDir } = config);
    server = await runServer({
      config,
      logger: createLogger(config.logLevel),
      clientDir: join(dataDir, 'client'),
      aheadMs: () => aheadMs,
      openEngine: async () =>
        engine === 'real' ? await openRealEngine(dataDir) : openFakeEngine(jobMs),
    });
    return (server.app.server.address() as AddressInfo).port;
  },
  async dieAt(dieAt) {
    death.set(dieAt);
  },
  async setClock(ahead) {
    aheadMs = ahead;
  },
  async fillDisk(isFull) {
    disk.isFull = isFull;
  },
  async sweep(ahead) {
    aheadMs = ahead;
    await doWhatIsDue();
  },
  async look() {
    await doWhatIsDue();
    return await look(server, dataDir);
  },
  findCode: (address) => findCode(server, address),
};

process.on('message', async ({ id, name, given }: Request) => {
  const ask = answers[name] as (...given: unknown[]) => Promise<unknown>;
  try {
    const answer = await ask(...given);
    process.send?.({ id, answer, failure: null } satisfies Answer);
  } catch (error) {
    process.send?.({ id, answer: null, failure: String(error) } satisfies Answer);
  }
});
