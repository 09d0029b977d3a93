/** How the queue of one tab is started: its times are divided by `scale`, the collector is ours. */
export type BenchSettings = { url: string; scale: number };

/** Microseconds of the main thread for one more event, medians. */
export type Cost = {
  /** of the call */
  call: number;
  /** with what the call leaves to microtasks: handing it to the storage */
  whole: number;
};

/** What a page of the benchmark offers, whichever queue it has. */
export type BenchPage = {
  start: (settings: BenchSettings) => Promise<void>;
  /** Resolves with the events that the queue has taken over: from now on it answers for them. */
  track: (numbers: readonly number[]) => Promise<readonly number[]>;
  measure: (queued: number, rounds: number) => Promise<Cost>;
  /** Keeps so many events on the device and sends none; not offered for the SDK's. */
  fill?: (count: number) => Promise<void>;
};

declare global {
  interface Window {
    bench?: BenchPage;
    /** given by the benchmark: this page has read the answer to that request */
    benchHeard?: (send: string) => void;
  }
}

/** Gives each request a name, and says which answers have been read. What is sent stays as it is. */
export function tellAnswers(): void {
  const ask = window.fetch;
  window.fetch = async (input, init) => {
    const send = crypto.randomUUID();
    const headers = new Headers(init?.headers);
    headers.set('x-send', send);
    const response = await ask(input, { ...init, headers });
    const read = response.text.bind(response);
    response.text = async () => {
      const text = await read();
      window.benchHeard?.(send);
      return text;
    };
    return response;
  };
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

type Measured = {
  rounds: number;
  /** calls in a row: a browser's clock is coarse */
  block: number;
  add: (event: object) => void;
  /** back to so many queued */
  reset: () => void;
};

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The first rounds, before the code is compiled, do not count. */
export async function measureCost({ rounds, block, add, reset }: Measured): Promise<Cost> {
  const calls: number[] = [];
  const wholes: number[] = [];
  for (let round = -Math.min(40, Math.ceil(1000 / block)); round < rounds; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const events = Array.from({ length: block }, (_, n) => eventOf(n));
    const begun = performance.now();
    for (const event of events) add(event);
    const called = performance.now();
    await nextTask();
    if (round >= 0) {
      calls.push(((called - begun) * 1000) / block);
      wholes.push(((performance.now() - begun) * 1000) / block);
    }
    reset();
  }
  return { call: median(calls), whole: median(wholes) };
}
