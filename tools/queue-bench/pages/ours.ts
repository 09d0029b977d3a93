import { createActor } from 'xstate';
import { analyticsWithQueue } from '../../../machines/analytics/analytics.with-queue.ts';
import {
  createEventQueue,
  type EventQueue,
} from '../../../src/adapters/analytics/create-event-queue.ts';
import { createOptOutMark } from '../../../src/adapters/analytics/opt-out-mark.ts';
import { createSender } from '../../../src/adapters/analytics/send-events.ts';
import { watchFreeze, watchPage } from '../../../src/adapters/analytics/watch-page.ts';
import { type BenchSettings, eventOf, measureCost, tellAnswers } from '../bench-page.ts';

const flood = { burst: 1e9, perSecond: 1e9 };

function createQueue({ url, scale }: BenchSettings): EventQueue {
  return createEventQueue({
    send: createSender(
      { key: 'key', zone: 'US', batch: false, serverUrl: url, minIdLength: 1 },
      {
        fetch: (...request) => fetch(...request),
        now: Date.now,
        random: Math.random,
        patienceMs: 30_000 / scale,
      },
    ),
    locks: navigator.locks,
    channel: new BroadcastChannel('analytics'),
    now: Date.now,
    mark: createOptOutMark(() => localStorage),
    watchFreeze,
    flood,
  });
}

let queue: EventQueue | null = null;

async function fill(count: number): Promise<void> {
  queue = createQueue({ url: location.origin, scale: 1 });
  for (let n = 0; n < count; n += 1000) {
    await Promise.all(Array.from({ length: Math.min(1000, count - n) }, () => enqueue(n)));
  }
}

const enqueue = (n: number) => queue?.enqueue(eventOf(n)) ?? Promise.resolve(false);

window.bench = {
  start: async (settings) => {
    tellAnswers();
    queue = createQueue(settings);
    const { scale } = settings;
    const machine = analyticsWithQueue(queue).provide({
      delays: {
        flushPause: 10_000 / scale,
        storagePause: 1000 / scale,
        wait: ({ context }) => context.waitMs / scale,
      },
    });
    const chart = createActor(machine);
    // a benchmark that loses something has to say whether the queue knows of it
    chart.on('events.dropped', ({ count, reason }) => console.info(`dropped ${count} ${reason}`));
    chart.subscribe((snapshot) => {
      if (snapshot.matches({ storage: 'inMemory' })) console.info('in memory');
    });
    chart.start();
    watchPage({
      left: () => chart.send({ type: 'page.leaving' }),
      connection: (type) => chart.send({ type }),
    });
  },
  track: async (numbers) => {
    const kept = await Promise.all(numbers.map(enqueue));
    return numbers.filter((_, index) => kept[index]);
  },
  fill,
  measure: async (queued, rounds) => {
    await fill(queued);
    // a few thousand more make no difference to it
    return await measureCost({
      rounds,
      block: 50,
      reset: () => {},
      add: (event) => void queue?.enqueue({ ...event }),
    });
  },
};
