import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import {
  type OpenDatabase,
  openEmbedded,
  openPostgres,
} from '../../server/platform/database/database.ts';
import { createTestQueue } from '../../server/tasks/queue.fixture.ts';
import { queuePosition } from '../../server/tasks/task-queue.store.ts';

/*
 * npm run tasks -w workshop/bench [-- --json] [--waiting n] [--rounds n] [--database url] Measures
 * the cost of a start, a claim and a queue position with 100 tasks in the queue, and with --waiting
 * tasks (10000). Uses the embedded database or an empty Postgres database. Also counts how many of
 * 500 tasks of one owner are claimed before a single task of another owner.
 */
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    waiting: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '60' },
    database: { type: 'string' },
  },
});
const few = 100;
const many = Math.max(few, Number(options.waiting));
const rounds = Math.max(5, Number(options.rounds));
/** highest allowed ratio of a step's cost with --waiting tasks to its cost with 100 */
const mostRatio = 3;

type Queue = ReturnType<typeof createTestQueue>;

/** Tasks of 100 subnets with ten owners each, sent alternately. */
async function fill({ db }: OpenDatabase, count: number): Promise<void> {
  await db.execute(sql`insert into owners (id, kind, created_at, last_seen_at)
    select 'crowd-' || n, 'guest', now(), now() from generate_series(0, 999) as n`);
  await db.execute(sql`insert into tasks (id, owner_id, subnet, idempotency_key, code, type, status,
      revision, lane, turn, slot, unit, credits, upload_key, input, created_at, deadline_at, expires_at)
    select 'waiting-' || n, 'crowd-' || (n % 1000), 'subnet-' || (n % 100), 'key-' || n, 'enhance', 21, 0,
      1000, 'short', (n / 1000) * 1000, (n / 100) * 1000, 1, 1, 'none', '{}',
      '2026-11-21T09:00:00Z'::timestamptz + n * interval '1 ms', now(), now()
    from generate_series(0, ${count}::int - 1) as n`);
  await db.execute(sql`insert into queue_turns (lane, kind, key, turn)
    select 'short', 'subnet', 'subnet-' || n, ${count * 10} from generate_series(0, 99) as n`);
  await db.execute(sql`analyze`);
}

const median = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

async function timed(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await act();
  return performance.now() - from;
}

type Costs = { start: number; claim: number; place: number };

async function measure({ db }: OpenDatabase, queue: Queue): Promise<Costs> {
  const costs = { start: [], claim: [], place: [] } as Record<keyof Costs, number[]>;
  for (let n = 0; n < rounds; n += 1) {
    const sent = { owner: `owner-${n}`, subnet: `subnet-${n % 100}` };
    let id = '';
    costs.start.push(
      await timed(async () => {
        ({ id } = await queue.send(sent));
      }),
    );
    costs.place.push(await timed(() => queuePosition(db, id)));
    costs.claim.push(await timed(() => queue.claim()));
  }
  return {
    start: median(costs.start),
    claim: median(costs.claim),
    place: median(costs.place),
  };
}

/**
 * Returns the number of tasks that are claimed before a single task that arrives after 500 tasks of
 * another owner.
 */
async function delayBehind500(queue: Queue): Promise<number> {
  for (let n = 0; n < 500; n += 1) await queue.send({ owner: 'many' });
  for (let n = 0; n < 10; n += 1) await queue.claim();
  await queue.send({ owner: 'single' });
  for (let before = 0; ; before += 1) {
    const task = await queue.claim();
    if (!task) throw new Error('the single task was never claimed');
    if (task.ownerId === 'single') return before;
  }
}

async function withQueue<Result>(
  act: (database: OpenDatabase, queue: Queue) => Promise<Result>,
): Promise<Result> {
  const database = options.database
    ? await openPostgres(options.database, console.error)
    : await openEmbedded();
  const queue = createTestQueue(database.db);
  try {
    await queue.empty();
    return await act(database, queue);
  } finally {
    await database.db.execute(sql`truncate credit_lines, tasks, purses, guests, owners cascade`);
    await database.close();
  }
}

const measureWith = (count: number) =>
  withQueue(async (database, queue) => {
    await fill(database, count);
    await measure(database, queue);
    return await measure(database, queue);
  });

const atFew = await measureWith(few);
const atMany = await measureWith(many);
const delay = await withQueue((_, queue) => delayBehind500(queue));

const ratio = (step: keyof Costs) => Number((atMany[step] / atFew[step]).toFixed(2));
const rounded = (milliseconds: number) => Number(milliseconds.toFixed(3));
const report = {
  name: 'tasks',
  figures: {
    waiting: many,
    startMilliseconds: rounded(atMany.start),
    claimMilliseconds: rounded(atMany.claim),
    placeMilliseconds: rounded(atMany.place),
    delayBehind500: delay,
  },
  ratios: { start: ratio('start'), claim: ratio('claim') },
  targets: { start: mostRatio, claim: mostRatio, delayBehind500: 2 },
  met: ratio('start') <= mostRatio && ratio('claim') <= mostRatio && delay <= 2,
};

console.log(`waiting tasks         ${String(few).padStart(8)} ${String(many).padStart(8)}`);
for (const step of ['start', 'claim', 'place'] as const) {
  const [low, high] = [atFew[step].toFixed(2), atMany[step].toFixed(2)];
  console.log(`${step.padEnd(18)} ms ${low.padStart(8)} ${high.padStart(8)}`);
}
console.log(`After 500 tasks of another owner, a single task waits for ${delay} tasks`);
if (options.json) console.log(JSON.stringify(report));
