/** How the queue of one tab is started: its times are divided by `scale`, the collector is ours. */
export type BenchSettings = { url: string; scale: number };

/** What a page of the benchmark offers, whichever queue it has. */
export type BenchPage = {
  start: (settings: BenchSettings) => Promise<void>;
  /** Resolves with the events that the queue has taken over: from now on it answers for them. */
  track: (numbers: readonly number[]) => Promise<readonly number[]>;
  /** Microseconds of the main thread for one more event, medians, with so many queued before. */
  measure: (queued: number, rounds: number) => Promise<number>;
};

declare global {
  interface Window {
    bench?: BenchPage;
  }
}

const properties = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [
    `property_${index}`,
    `a value of usual length ${index}`,
  ]),
);

export const eventOf = (n: number) => ({
  event_type: 'bench',
  insert_id: crypto.randomUUID(),
  device_id: 'device',
  user_id: 'user',
  time: Date.now(),
  event_properties: { ...properties, n },
});

/** Runs after everything that the calls before have put off to microtasks. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

/** In blocks, because a browser's clock is coarse; what a call leaves to microtasks counts. */
export async function medianMicroseconds(
  { rounds, block }: { rounds: number; block: number },
  add: () => void,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const begun = performance.now();
    for (let index = 0; index < block; index += 1) add();
    await nextTask();
    times.push(((performance.now() - begun) * 1000) / block);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
}
