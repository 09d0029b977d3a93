import { obeyCall, readOptions, wholeNumber } from '../../tools/cli/bad-call.ts';
import { createPrinter, readRuns, runOptions } from './harness/report.ts';
import { findBugs } from './money/find-bugs.ts';
import { runMoney, type Violation } from './money/run-money.ts';
import { startHostAsProcess, startHostOn } from './money/start-host.ts';

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
  else console.log(`${found.length} bugs were found, ${missed.length} were not found`);
  return missed.length === 0;
}

await obeyCall(usage, async (args) => {
  const { values } = readOptions(args, {
    options: {
      ...runOptions,
      postgres: { type: 'boolean', default: false },
      kills: { type: 'string' },
      bugs: { type: 'boolean', default: false },
      at: { type: 'string' },
      story: { type: 'boolean', default: false },
    },
    allowPositionals: false,
  });
  const { runs, seed } = readRuns(values);
  if (values.bugs) return await huntBugs({ runs, seed, at: values.at }, values.json);
  const kills = values.kills ? wholeNumber('kills', values.kills) : null;
  const began = performance.now();
  const print = createPrinter<Violation>(({ seed: of, sentence }) => `seed ${of}: ${sentence}`);
  const host = kills
    ? await startHostAsProcess()
    : await startHostOn(values.postgres ? 'postgres' : 'embedded');
  // Not every schedule reaches every point.
  const wish = kills ? { runs: 4 * kills, seed, kills } : { runs, seed };
  const found = await runMoney(host, wish, ({ violations }, scene) => {
    if (values.story || scene.violations.length > 0) console.log(scene.story.join('\n'));
    print(violations);
  });
  await host.close();
  const perRun = Math.round((performance.now() - began) / found.runs);
  console.log(
    values.json
      ? JSON.stringify(found)
      : `${found.runs} runs, ${found.events} events, ${found.crashes} crashes, ${found.violations.length} violations; ${perRun} ms for each run`,
  );
  return found.violations.length === 0;
});

// A dead server may still hold open handles.
process.exit();
