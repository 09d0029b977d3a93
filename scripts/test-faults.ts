import { obeyCall, readOptions, wholeNumber } from '../tools/cli/bad-call.ts';
import { runFaults } from '../tools/faults/run-faults.ts';

const usage = `npm run test:faults -- [--runs 100] [--seed 1] [--json]
Kills the server with kill -9, at its start, at named write points and at any moment, while visitors
upload, start, cancel and delete; after each kill compares what was acknowledged with what is left.`;

const kinds = ['lost', 'doubled', 'orphans'] as const;

await obeyCall(usage, async (args) => {
  const { values } = readOptions(args, {
    options: {
      runs: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: false,
  });
  const wish = { runs: wholeNumber('runs', values.runs), seed: wholeNumber('seed', values.seed) };
  console.log(`${wish.runs} runs with seed ${wish.seed}`);
  const told = { lost: 0, doubled: 0, orphans: 0 };
  const { runs, kills, points, ...found } = await runFaults(wish, (result) => {
    for (const kind of kinds) {
      for (const sentence of result[kind].slice(told[kind])) {
        console.log(`run ${result.runs}, ${kind}: ${sentence}`);
      }
      told[kind] = result[kind].length;
    }
    if (result.runs % 25 === 0) console.log(`${result.runs} runs`);
  });
  for (const [name, times] of points) console.log(`${name.padEnd(20)} ${times} kills`);
  const figures = {
    ...{ runs, kills },
    lost: found.lost.length,
    doubled: found.doubled.length,
    orphans: found.orphans.length,
  };
  const targets = { lost: 0, doubled: 0, orphans: 0 };
  const met = kinds.every((kind) => figures[kind] === 0);
  console.log(
    values.json
      ? JSON.stringify({ name: 'faults', figures, ratios: {}, targets, met })
      : `${kills} kills: ${figures.lost} lost, ${figures.doubled} doubled, ${figures.orphans} orphans`,
  );
  return met;
});
