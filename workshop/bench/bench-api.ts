import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { startPostgres } from '../../tools/testing/start-postgres.ts';
import { createDatabase } from '../chaos/harness/databases.ts';
import { measureCalls } from './load/measure-calls.ts';
import { measurePolite } from './load/measure-polite.ts';
import { startProduct } from './load/product.ts';

/*
 * npm run api -w workshop/bench [-- --json] [--postgres] [--rounds n] [--seconds n]
 *   [--flood-seconds n]
 * Measures calls per second and p99 on the product as `npm start` runs it, with the embedded
 * database or with a new Postgres server. Each call alternates with a bare node:http server that
 * answers the same number of bytes. One load client sends all requests. Then measures the delays of
 * a sequential client while another client floods.
 */
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '2' },
    'flood-seconds': { type: 'string', default: '20' },
  },
});
const atLeast = (least: number, text: string) => Math.max(least, Number(text));
const length = { rounds: atLeast(1, options.rounds), seconds: atLeast(1, options.seconds) };
const floodSeconds = atLeast(1, options['flood-seconds']);

const targets = {
  ratioUser: 0.3,
  ratioDetail: 0.15,
  politeP99Milliseconds: 250,
  politeRefused: 0,
};

/** Limits that are raised, because all signatures, uploads and starts come from one IP address. */
const raisedForCalls = {
  REQUESTS_PER_MINUTE: '1000000',
  UNUSED_UPLOADS_PER_VISITOR: '100000',
  UNUSED_UPLOADS_PER_ADDRESS: '100000',
  UNUSED_UPLOADS_IN_ALL: '100000',
  NEW_GUESTS_PER_ADDRESS: '100000',
  GUEST_DAILY_CREDITS: '100000',
};
/**
 * Limits that are raised, because the polite client starts a task in each round. All other limits
 * have their usual values.
 */
const raisedForFloods = { GUEST_DAILY_CREDITS: '100000' };

/** Without grain, the files would be unusually small. */
const photo = await sharp({
  create: {
    width: 240,
    height: 180,
    channels: 3,
    background: '#c07040',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  },
})
  .png()
  .toBuffer();

const postgres = options.postgres ? await startPostgres() : undefined;
let timings: string | undefined;

async function withProduct<Result>(
  settings: Record<string, string>,
  measure: (url: string) => Promise<Result>,
): Promise<Result> {
  const database = postgres ? { DATABASE_URL: await createDatabase(postgres.url) } : {};
  const product = await startProduct({ ...database, ...settings }, timings);
  ({ timings } = product);
  try {
    return await measure(product.url);
  } finally {
    await product.stop();
  }
}

const calls = await withProduct(raisedForCalls, (url) => measureCalls(url, photo, length));
const polite = await withProduct(raisedForFloods, (url) => measurePolite(url, photo, floodSeconds));
await postgres?.stop();

const ratioOf = (name: string) => calls[name]?.ratio ?? Number.NaN;
const figures = {
  ratioPage: ratioOf('page'),
  ratioUser: ratioOf('user'),
  ratioDetail: ratioOf('detail'),
  ratioList: ratioOf('list'),
  ratioSignature: ratioOf('signature'),
  ratioResult: ratioOf('result'),
  ratioStart: ratioOf('start'),
  politeP99Milliseconds: polite.p99Milliseconds,
  politeRefused: polite.refused,
};
const met =
  figures.ratioUser >= targets.ratioUser &&
  figures.ratioDetail >= targets.ratioDetail &&
  figures.politeP99Milliseconds < targets.politeP99Milliseconds &&
  figures.politeRefused <= targets.politeRefused;

const row = (name: string, values: (number | string)[]) =>
  console.log(`${name.padEnd(11)}${values.map((value) => String(value).padStart(11)).join('')}`);
row('call', ['bytes', 'per second', 'p99 ms', 'bare', 'bare p99', 'ratio']);
for (const [name, call] of Object.entries(calls)) {
  const bare = [call.barePerSecond, call.bareP99Milliseconds];
  row(name, [call.bytes, call.perSecond, call.p99Milliseconds, ...bare, call.ratio]);
}
console.log('\nA sequential client, while another client floods:');
row('flood', ['calls', 'p99 ms', 'slowest ms', 'page p99', 'slowest', 'refused', 'flood/s']);
for (const [name, flood] of Object.entries(polite.floods)) {
  const { pageP99Milliseconds, refused, floodPerSecond } = flood;
  const times = [flood.p99Milliseconds, flood.slowestMilliseconds, pageP99Milliseconds];
  row(name, [flood.calls, ...times, flood.slowestCall, refused, floodPerSecond]);
}
for (const refusal of polite.refusals)
  console.log(`A request of the sequential client was refused: ${refusal}`);
console.log(`\nLimits raised while calls are measured: ${Object.keys(raisedForCalls).join(', ')}`);
console.log(`Limits raised during the floods: ${Object.keys(raisedForFloods).join(', ')}`);
console.log(met ? 'All targets met.' : 'A target was missed.');
if (options.json) {
  const raised = { calls: raisedForCalls, floods: raisedForFloods };
  console.log(
    JSON.stringify({
      name: 'api',
      figures,
      ratios: {},
      targets,
      met,
      calls,
      floods: polite.floods,
      raised,
    }),
  );
}
