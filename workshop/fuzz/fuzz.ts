import { parseArgs } from 'node:util';
import { fuzz } from './run-fuzz.ts';

/*
 * npm run fuzz -w workshop/fuzz -- [--runs n] [--seed n] [--json]
 * Sends requests that fit or violate the contract's schemas, and malformed forms, chunks, headers
 * and targets, over sockets. Fails on a 5xx that is not a refusal, on an answer outside the
 * contract, and on a missing answer.
 */
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'boolean', default: false },
  },
});
const runs = Number(options.runs);
const seed = Number(options.seed);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  console.error('--runs and --seed must be whole numbers.');
  process.exit(2);
}
console.log(`seed ${seed}`);
const { examples, ...figures } = await fuzz({
  runs,
  seed,
  onBatch: ({ requests }) => {
    if (requests % 5000 === 0) console.log(`${requests} requests sent`);
  },
});
for (const { verdict, request, answer } of examples) {
  console.log(`\n${verdict}: ${JSON.stringify(request)}\n  answer: ${answer}`);
}
const { requests, serverErrors, undocumented, hangs } = figures;
const met = serverErrors + undocumented + hangs === 0;
console.log(
  `${requests} requests: ${serverErrors} server errors, ${undocumented} undocumented answers, ${hangs} without an answer`,
);
if (options.json) {
  const targets = { serverErrors: 0, undocumented: 0, hangs: 0 };
  console.log(JSON.stringify({ name: 'fuzz', seed, figures, ratios: {}, targets, met }));
}
process.exit(met ? 0 : 1);
