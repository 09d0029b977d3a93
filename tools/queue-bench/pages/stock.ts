import { createInstance, Types } from '@amplitude/analytics-browser';
import { type BenchSettings, eventOf, measureCost, tellAnswers } from '../bench-page.ts';

/** What the SDK's own destination holds; its pauses are no options. */
type Destination = {
  queue: unknown[];
  retryTimeout: number;
  throttleTimeout: number;
  schedule: (timeout: number) => void;
  execute: (event: object) => Promise<unknown>;
};

const client = createInstance();
let reached = 0;

/** A plugin is given the client itself; what `createInstance` gives shows less. */
async function destinationOf(): Promise<Destination> {
  const { promise, resolve } = Promise.withResolvers<Destination>();
  client.add({
    name: 'spy',
    type: 'enrichment',
    setup: async (_, itself) => {
      const { timeline } = itself as unknown as { timeline: { plugins: { name: string }[] } };
      const found = timeline.plugins.find(({ name }) => name === 'amplitude');
      resolve(found as unknown as Destination);
    },
  });
  return await promise;
}

async function start({ url, scale }: BenchSettings): Promise<Destination> {
  await client.init('benchmark-key', {
    autocapture: false,
    deviceId: 'device',
    enableDiagnostics: false,
    /* R59, as for ours */
    flushIntervalMillis: 10_000 / scale,
    flushMaxRetries: 12,
    flushQueueSize: 200,
    logLevel: Types.LogLevel.None,
    remoteConfig: { fetchRemoteConfig: false },
    serverUrl: url,
  }).promise;
  const found = await destinationOf();
  found.retryTimeout = 1000 / scale;
  found.throttleTimeout = 30_000 / scale;
  const execute = found.execute.bind(found);
  found.execute = (event) => {
    const done = execute(event);
    reached += 1;
    return done;
  };
  return found;
}

window.bench = {
  start: async (settings) => {
    tellAnswers();
    await start(settings);
  },
  /* resolves when its queue has them: what waits before that is not the queue's to keep */
  track: async (numbers) => {
    const goal = reached + numbers.length;
    for (const n of numbers) client.track(eventOf(n));
    while (reached < goal) await new Promise((resolve) => setTimeout(resolve, 1));
    return numbers;
  },
  measure: async (queued, rounds) => {
    const destination = await start({ url: location.origin, scale: 1 });
    destination.schedule = () => {};
    for (let n = 0; n < queued; n += 1) {
      destination.queue.push({ event: eventOf(n), attempts: 0, callback: () => {}, timeout: 0 });
    }
    return await measureCost({
      rounds,
      block: queued > 1000 ? 1 : 10,
      add: (event) => void destination.execute(event),
      // it would grow with each round, and become slower
      reset: () => destination.queue.splice(queued),
    });
  },
};
