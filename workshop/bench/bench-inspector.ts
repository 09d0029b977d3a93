import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createBrowserInspector } from '@statelyai/inspect';
import { type AnyActorRef, createActor, type InspectionEvent, SimulatedClock, setup } from 'xstate';
import { overlayMachine } from '../../machines/overlay/overlay.machine.ts';
import { toastMachine } from '../../machines/toast/toast.machine.ts';
import { createTap, type Tap } from '../../src/devtools/tap/tap.ts';
import { NewsWriter } from '../../src/devtools/wire/news-writer.ts';

/*
 * npm run inspector -w workshop/bench [-- --json] [--rounds n]
 * Measures the cost of inspection per event that reaches a chart: without inspection, with our tap,
 * with our tap and a connected inspector, and with @statelyai/inspect. The variants alternate in
 * one run. The figures are processor time, so other load on the machine does not count.
 */
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '40' },
  },
});
const rounds = Math.max(3, Number(options.rounds));
const eventsPerRound = 3000;
const batchSize = 100;
const mostMicroseconds = 5;

type Inspect = (event: InspectionEvent) => void;

const system = setup({ actors: { toast: toastMachine, overlay: overlayMachine } }).createMachine({
  id: 'app',
  invoke: [
    { id: 'toast', systemId: 'toast', src: 'toast', onError: {} },
    { id: 'overlay', systemId: 'overlay', src: 'overlay', onError: {} },
  ],
});

function start(inspect?: Inspect) {
  const clock = new SimulatedClock();
  const root = createActor(system, { clock, ...(inspect ? { inspect } : {}) }).start();
  const toast = root.system.get('toast') as AnyActorRef;
  const overlay = root.system.get('overlay') as AnyActorRef;
  overlay.send({ type: 'overlay.opened', counter: true });
  return { root, toast, overlay };
}

/** Sends an event. Of every three events, two cause transitions and one is a progress tick. */
function sendOne({ toast, overlay }: ReturnType<typeof start>, number: number): void {
  if (number % 3 === 0) {
    toast.send({
      type: 'toast.requested',
      kind: 'info',
      message: { id: 'toast.task.succeeded', values: { number } },
    });
  } else if (number % 3 === 1) toast.send({ type: 'toast.dismissed' });
  else {
    overlay.send({
      type: 'overlay.measured',
      fraction: (number % 97) / 97,
      stage: 'running',
      remainingMs: { low: 100, high: 900 },
    });
  }
}

const spent = () => {
  const { user, system: kernel } = process.cpuUsage();
  return user + kernel;
};

const microseconds = (before: number, events: number) => (spent() - before) / events;

type Variant = { name: string; run: () => number };

function measureAlone(inspect?: Inspect): number {
  const charts = start(inspect);
  const before = spent();
  for (let number = 0; number < eventsPerRound; number += 1) sendOne(charts, number);
  return microseconds(before, eventsPerRound);
}

/**
 * Measures events with a connected inspector. Includes writing and copying the messages, which the
 * page does between events.
 */
function measureFollowed(tap: Tap): number {
  const charts = start(tap.inspect);
  const follower = tap.follow();
  const writer = new NewsWriter();
  const before = spent();
  for (let number = 0; number < eventsPerRound; number += 1) {
    sendOne(charts, number);
    if (number % batchSize !== batchSize - 1) continue;
    const { actors, entries } = follower.take();
    structuredClone(writer.write(actors, entries));
  }
  return microseconds(before, eventsPerRound);
}

const variants: Variant[] = [
  { name: 'nobody', run: () => measureAlone() },
  { name: 'tap', run: () => measureAlone(createTap().inspect) },
  { name: 'followed', run: () => measureFollowed(createTap()) },
];

const statelyEvents = 300;

/**
 * Stately's inspector works in idle time, so the measurement ends when its last message was sent.
 */
async function measureStately(): Promise<number> {
  const window = Object.assign(new EventTarget(), { postMessage() {} });
  const viewer = { postMessage: (message: unknown) => structuredClone(message) };
  const product = Object.assign(window, { open: () => viewer });
  const inspector = createBrowserInspector({ window: product as never });
  product.dispatchEvent(
    new MessageEvent('message', { data: { type: '@statelyai.connected' } }) as never,
  );
  const charts = start((event) => inspector.inspect.next?.(event));
  await new Promise((resolve) => setTimeout(resolve, 20));
  const before = spent();
  for (let number = 0; number < statelyEvents; number += 1) sendOne(charts, number);
  await new Promise((resolve) => setTimeout(resolve));
  return microseconds(before, statelyEvents);
}

/** Returns the heap size of 10 000 recorded events. */
function measureMemory(): number {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const tap = createTap();
  const charts = start(tap.inspect);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let number = 0; tap.entries().length < 10_000; number += 500) {
    for (let one = 0; one < 500; one += 1) sendOne(charts, number + one);
  }
  collect();
  const held = process.memoryUsage().heapUsed - before;
  return tap.entries().length === 10_000 ? held / 1e6 : Number.NaN;
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

const times = new Map<string, number[]>(variants.map(({ name }) => [name, []]));
for (const { run } of variants) run();
for (let round = 0; round < rounds; round += 1) {
  for (const { name, run } of variants) times.get(name)?.push(run());
}
const stately: number[] = [];
for (let round = 0; round < 7; round += 1) stately.push(await measureStately());
times.set('stately', stately);

const nobody = times.get('nobody') ?? [];
const base = quantile(nobody, 0.5);
const extra = (name: string) => quantile(times.get(name) ?? [], 0.5) - base;
const figures = {
  eventMicroseconds: base,
  tapMicroseconds: extra('tap'),
  followedMicroseconds: extra('followed'),
  statelyMicroseconds: extra('stately'),
  heldMegabytes: measureMemory(),
};
const ratios = { statelyToTap: figures.statelyMicroseconds / figures.tapMicroseconds };
const met = figures.tapMicroseconds <= mostMicroseconds;

console.log(
  `µs per event              median   (quartiles)            more than without inspection`,
);
for (const [name, values] of times) {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share).toFixed(2));
  console.log(
    `${name.padEnd(22)} ${middle?.padStart(10)}   (${low} to ${high})`.padEnd(58) +
      `${name === 'nobody' ? '' : extra(name).toFixed(2)}`,
  );
}
console.log(`10 000 recorded events occupy ${figures.heldMegabytes.toFixed(1)} MB`);
console.log(
  `The limit of ${mostMicroseconds} µs per event for the tap is ${met ? 'met' : 'not met'}.`,
);
if (options.json) {
  const targets = { mostTapMicroseconds: mostMicroseconds };
  console.log(JSON.stringify({ name: 'inspector', figures, ratios, targets, met }));
}
process.exit(Object.values(figures).some(Number.isNaN) ? 1 : 0);
