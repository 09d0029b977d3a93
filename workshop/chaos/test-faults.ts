import { fail, obeyCall, readOptions, wholeNumber } from '../../tools/cli/bad-call.ts';
import type { DatabaseKind } from './faults/databases.ts';
import { missedPoints, pointsAt, runFaults } from './faults/run-faults.ts';

const usage = `npm run kills -w workshop/chaos -- [--runs 100] [--seed 1] [--database embedded|postgres] [--at merge] [--json]
Kills the server with kill -9 at its start, at named write points (also inside transactions and in
the sweeper's steps) and at any moment, while visitors upload, start, cancel and delete. After each
run it compares the acknowledgements with the stored state, and counts servers that ended by
themselves or refused to start. Without --database most data directories have the embedded database
and some Postgres; some use the real engine. With --at it kills only at the write points whose names
begin with it, and in the first start of each data directory.`;

const kinds = ['lost', 'doubled', 'orphans', 'ended'] as const;

/** From this number of runs on, every write point must be hit. */
const runsForAllPoints = 100;

const databaseOf = (name: string | undefined): DatabaseKind | undefined =>
  name === undefined || name === 'embedded' || name === 'postgres'
    ? name
    : fail(`--database takes embedded or postgres, not “${name}”`);

await obeyCall(usage, async (args) => {
  const { values } = readOptions(args, {
    options: {
      runs: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      database: { type: 'string' },
      at: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: false,
  });
  const runs = wholeNumber('runs', values.runs);
  const seed = wholeNumber('seed', values.seed);
  const database = databaseOf(values.database);
  const { at } = values;
  if (pointsAt(at).length === 0) fail(`--at takes the beginning of a write point, not “${at}”`);
  console.log(`${runs} runs with seed ${seed}, database ${database ?? 'both kinds'}`);
  const told = { lost: 0, doubled: 0, orphans: 0, ended: 0 };
  const found = await runFaults({ runs, seed, database, at }, (result) => {
    for (const kind of kinds) {
      for (const sentence of result[kind].slice(told[kind])) {
        console.log(`run ${result.runs}, ${kind}: ${sentence}`);
      }
      told[kind] = result[kind].length;
    }
    if (result.runs % 25 === 0) console.log(`${result.runs} runs`);
  });
  const points = Object.fromEntries(found.points);
  const missed = missedPoints(found, at);
  for (const [name, times] of found.points) console.log(`${name.padEnd(28)} ${times} kills`);
  if (missed.length > 0) console.log(`no process died at: ${missed.join(', ')}`);
  const figures = {
    runs: found.runs,
    kills: found.kills,
    lost: found.lost.length,
    doubled: found.doubled.length,
    orphans: found.orphans.length,
    ended: found.ended.length,
    missedPoints: missed.length,
    realEngineKills: found.realEngine.kills,
    realEngineResults: found.realEngine.results,
    realEngineInterrupted: found.realEngine.interrupted,
    postgresKills: found.postgresKills,
  };
  const targets = {
    lost: 0,
    doubled: 0,
    orphans: 0,
    ended: 0,
    ...(runs >= runsForAllPoints ? { missedPoints: 0 } : {}),
  };
  const met = Object.keys(targets).every((name) => figures[name as keyof typeof figures] === 0);
  console.log(
    values.json
      ? JSON.stringify({
          name: 'faults',
          seed,
          database: database ?? 'both',
          figures,
          ratios: {},
          targets,
          met,
          points,
        })
      : `${found.kills} kills: ${figures.lost} lost, ${figures.doubled} doubled, ${figures.orphans} orphans, ${figures.ended} ended`,
  );
  return met;
});
