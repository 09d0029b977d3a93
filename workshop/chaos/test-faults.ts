import { fail, obeyCall, readOptions, wholeNumber } from '../../tools/cli/bad-call.ts';
import { type ClusterRuns, runCluster } from './faults/run-cluster.ts';
import { type FaultRuns, missedPoints, pointsAt, runFaults } from './faults/run-faults.ts';
import type { DatabaseKind } from './harness/databases.ts';
import { createPrinter, readRuns, runOptions } from './harness/report.ts';

const usage = `npm run test:faults -- [--runs 100] [--seed 1] [--database embedded|postgres] [--at merge] [--json]
npm run test:faults -- --processes 2 [--runs 100] [--seed 1] [--at merge] [--json]
Kills the server with kill -9 at its start, at named write points (also inside transactions and in
the sweeper's steps) and at any moment, while visitors upload, start, cancel and delete. After each
run it compares the acknowledgements with the stored state, and counts servers that ended by
themselves or refused to start. Without --database most data directories have the embedded database
and some Postgres; some use the real engine. With --at it kills only at the write points whose names
begin with it, and in the first start of each data directory.

With --processes 2 two web processes and two workers share a Postgres server and a data directory.
Their clocks differ by minutes. Besides kills, the faults are: kill -9 of Postgres, lost, repeated
and reordered messages, a slow, broken or silent network, a full disk, and a process that is frozen
for longer than its lease. In a rolling restart, no call may fail. The command prints the times
until all accepted work had ended.`;

const kinds = ['lost', 'doubled', 'orphans', 'ended'] as const;

/** A command with at least this many runs must reach every write point. */
const runsForAllPoints = 100;

const databaseOf = (name: string | undefined): DatabaseKind | undefined =>
  name === undefined || name === 'embedded' || name === 'postgres'
    ? name
    : fail(`--database must be embedded or postgres, not “${name}”`);

const seconds = (ms: number | undefined) => `${((ms ?? 0) / 1000).toFixed(1)} s`.padStart(8);

function printRecoveries({ recoveries }: ClusterRuns): void {
  console.log('Time until all accepted work had ended:            median       max');
  for (const [name, times] of recoveries) {
    const sorted = times.toSorted((a, b) => a - b);
    const median = seconds(sorted[Math.floor(sorted.length / 2)]);
    console.log(
      `  ${name.padEnd(28)} ${String(times.length).padStart(4)} runs  ${median}  ${seconds(sorted.at(-1))}`,
    );
  }
}

await obeyCall(usage, async (args) => {
  const { values } = readOptions(args, {
    options: {
      ...runOptions,
      database: { type: 'string' },
      at: { type: 'string' },
      processes: { type: 'string' },
    },
    allowPositionals: false,
  });
  const { runs, seed } = readRuns(values);
  const database = databaseOf(values.database);
  const { at } = values;
  if (pointsAt(at).length === 0)
    fail(`--at must be the beginning of a write point's name, not “${at}”`);
  const perRole = values.processes === undefined ? 0 : wholeNumber('processes', values.processes);
  if (perRole !== 0 && perRole < 2) fail('--processes must be at least 2');
  if (perRole > 0 && database === 'embedded') fail('--processes needs Postgres');
  const print = createPrinter<FaultRuns['violations'][number]>(
    ({ run, kind, sentence }) => `run ${run}, ${kind}: ${sentence}`,
  );
  const say = (result: Pick<FaultRuns, 'violations' | 'runs'>) => {
    print(result.violations);
    if (result.runs % 25 === 0) console.log(`${result.runs} runs done`);
  };
  console.log(
    `${runs} runs with seed ${seed}, ${perRole > 0 ? `${perRole} webs and ${perRole} workers` : `database ${database ?? 'both kinds'}`}`,
  );
  const found =
    perRole > 0
      ? await runCluster({ runs, seed, perRole, at }, say)
      : await runFaults({ runs, seed, database, at }, say);
  if ('recoveries' in found) printRecoveries(found);
  const missed = missedPoints(found, at);
  for (const [name, times] of found.points) console.log(`${name.padEnd(28)} ${times} kills`);
  if (missed.length > 0)
    console.log(`No process was killed at these write points: ${missed.join(', ')}`);
  const countOf = (kind: string) => found.violations.filter((one) => one.kind === kind).length;
  console.log(
    values.json
      ? JSON.stringify({
          seed,
          ...found,
          points: Object.fromEntries(found.points),
          ...('recoveries' in found ? { recoveries: Object.fromEntries(found.recoveries) } : {}),
          missed,
        })
      : `${found.kills} kills: ${kinds.map((kind) => `${countOf(kind)} ${kind}`).join(', ')}`,
  );
  const isComplete = perRole > 0 || runs < runsForAllPoints || missed.length === 0;
  return found.violations.length === 0 && isComplete;
});
// Sockets of killed servers could keep this process alive.
process.exit();
