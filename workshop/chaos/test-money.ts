import { obeyCall, readOptions, wholeNumber } from '../../tools/cli/bad-call.ts';
import { openDatabases } from './faults/databases.ts';
import { findBugs } from './money/find-bugs.ts';
import { startHost } from './money/host-in-process.ts';
import { type MoneyRuns, runKills, runMoney } from './money/run-money.ts';
import type { Scene } from './money/scene.ts';

const usage = `npm run money -w workshop/chaos -- [--runs 100] [--seed 1] [--postgres] [--story] [--json]
npm run money -w workshop/chaos -- --kills 20 [--seed 1] [--json]
npm run money -w workshop/chaos -- --bugs [--runs 60] [--at NAME] [--json]
Random schedules of purchases, provider messages, plans, refunds, starts and deaths of the server. After each of
them the provider's books are compared with ours. Repeat one run with its seed and --runs 1; --story prints its
events. With --kills the server is a process on Postgres that is killed in each run. With --bugs the product gets
one bug after another, and each must be found within --runs runs; --at selects bugs by a part of their names.`;

async function huntBugs(
  wish: { runs: number; seed: number; at: string | undefined },
  json: boolean,
) {
  const { found, missed } = await findBugs(wish, ({ name }, one) => {
    const how = one ? `found in run ${one.runs}: ${one.sentence}` : 'not found';
    console.log(`${name}\n  ${how.slice(0, 300)}`);
  });
  if (json) console.log(JSON.stringify({ bugs: found.length + missed.length, found, missed }));
  else console.log(`${found.length} bugs found, ${missed.length} not`);
  return missed.length === 0;
}

type Say = (result: MoneyRuns, scene: Scene) => void;

async function runInProcess(
  { isOnPostgres, ...wish }: { runs: number; seed: number; isOnPostgres: boolean },
  say: Say,
): Promise<MoneyRuns> {
  const databases = openDatabases();
  const url = isOnPostgres ? await databases.create('postgres') : null;
  const host = await startHost(url ? { url } : {});
  const found = await runMoney(host, wish, say);
  await host.close();
  await databases.stop();
  return found;
}

await obeyCall(usage, async (args) => {
  const { values } = readOptions(args, {
    options: {
      runs: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      postgres: { type: 'boolean', default: false },
      kills: { type: 'string' },
      bugs: { type: 'boolean', default: false },
      at: { type: 'string' },
      story: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: false,
  });
  const runs = wholeNumber('runs', values.runs);
  const seed = wholeNumber('seed', values.seed);
  if (values.bugs) return await huntBugs({ runs, seed, at: values.at }, values.json);
  let told = 0;
  const began = performance.now();
  const say = (result: MoneyRuns, scene: Scene) => {
    const isNew = result.violations.length > told;
    if (values.story || isNew) console.log(scene.story.join('\n'));
    for (const { seed: of, sentence } of result.violations.slice(told)) {
      console.log(`seed ${of}: ${sentence}`);
    }
    told = result.violations.length;
  };
  const found = values.kills
    ? await runKills({ kills: wholeNumber('kills', values.kills), seed }, say)
    : await runInProcess({ runs, seed, isOnPostgres: values.postgres }, say);
  const perRun = Math.round((performance.now() - began) / found.runs);
  console.log(
    values.json
      ? JSON.stringify(found)
      : `${found.runs} runs, ${found.events} events, ${found.crashes} crashes, ${found.violations.length} violations; ${perRun} ms for each run`,
  );
  return found.violations.length === 0;
});

// A server that died may hold something open.
process.exit();
