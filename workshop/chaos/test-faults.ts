import { fail, obeyCall, readOptions } from '../../tools/cli/bad-call.ts';
import { type FaultRuns, missedPoints, pointsAt, runFaults } from './faults/run-faults.ts';
import type { DatabaseKind } from './harness/databases.ts';
import { createPrinter, readRuns, runOptions } from './harness/report.ts';

const usage = `npm run kills -w workshop/chaos -- [--runs 100] [--seed 1] [--database embedded|postgres] [--at merge] [--json]
Kills the server with kill -9 at its start, at named write points (also inside transactions and in
the sweeper's steps) and at any moment, while visitors upload, start, cancel and delete. After each
run it compares the acknowledgements with the stored state, and counts servers that ended by
themselves or refused to start. Without --database most data directories have the embedded database
and some Postgres; some use the real engine. With --at it kills only at the write points whose names
begin with it, and in the first start of each data directory.`;

const kinds = ['lost', 'doubled', 'orphans', 'ended'] as const;

/** A command with at least this many runs must reach every write point. */
const runsForAllPoints = 100;

const databaseOf = (name: string | undefined): DatabaseKind | undefined =>
  name === undefined || name === 'embedded' || name === 'postgres'
    ? name
    : fail(`--database must be embedded or postgres, not “${name}”`);

await obeyCall(usage, async (args) => {
  const { values } = readOptions(args, {
    options: { ...runOptions, database: { type: 'string' }, at: { type: 'string' } },
    allowPositionals: false,
  });
  const { runs, seed } = readRuns(values);
  const database = databaseOf(values.database);
  const { at } = values;
  if (pointsAt(at).length === 0)
    fail(`--at must be the beginning of a write point's name, not “${at}”`);
  console.log(`${runs} runs with seed ${seed}, database ${database ?? 'both kinds'}`);
  const print = createPrinter<FaultRuns['violations'][number]>(
    ({ run, kind, sentence }) => `run ${run}, ${kind}: ${sentence}`,
  );
  const found = await runFaults({ runs, seed, database, at }, (result) => {
    print(result.violations);
    if (result.runs % 25 === 0) console.log(`${result.runs} runs done`);
  });
  const missed = missedPoints(found, at);
  for (const [name, times] of found.points) console.log(`${name.padEnd(28)} ${times} kills`);
  if (missed.length > 0)
    console.log(`No process was killed at these write points: ${missed.join(', ')}`);
  const countOf = (kind: string) => found.violations.filter((one) => one.kind === kind).length;
  console.log(
    values.json
      ? JSON.stringify({ seed, ...found, points: Object.fromEntries(found.points), missed })
      : `${found.kills} kills: ${kinds.map((kind) => `${countOf(kind)} ${kind}`).join(', ')}`,
  );
  return found.violations.length === 0 && (runs < runsForAllPoints || missed.length === 0);
});
