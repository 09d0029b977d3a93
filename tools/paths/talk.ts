import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { cover } from './cover.ts';
import { explore } from './explore.ts';
import type { Effect } from './harness.ts';
import { record } from './oracle.ts';
import { randomFrom, randomPath } from './random.ts';

/** One kind of event from one chart to another, as seen on walks. */
export type Talk = { from: string; to: string; event: string };

type Sent = { to?: unknown; event?: { type?: unknown } };

const sentIn = ({ action, with: params }: Effect): { to: string; event: string }[] => {
  if (action !== 'xstate.sendTo' || typeof params !== 'object' || params === null) return [];
  const { to, event }: Sent = params;
  if (typeof to !== 'string' || typeof event?.type !== 'string') return [];
  return [{ to: to.replace(/^actor /, ''), event: event.type }];
};

/* A page chart exists only on some paths: the random walks use a fixed seed. */
const [seed, walks, steps] = [2027, 60, 40];

/** Every event that charts send each other, measured on all their paths and on random walks. */
export const talkOf = (
  charts: Readonly<Record<string, ChartDescriptor>>,
  neighbours: readonly string[],
): Talk[] => {
  const talk = new Map<string, Talk>();
  for (const [from, model] of Object.entries(charts)) {
    const exploration = explore(from, model);
    const random = randomFrom(seed);
    const strolls = Array.from({ length: walks }, () => randomPath(exploration, random, steps));
    for (const path of [...cover(exploration, 'effects'), ...strolls]) {
      const { trace } = record(exploration.machine, path, neighbours);
      for (const { to, event } of trace.flatMap(({ effects }) => effects.flatMap(sentIn))) {
        // the target is a page chart that is not running
        if (neighbours.includes(to)) talk.set(`${from} ${to} ${event}`, { from, to, event });
      }
    }
  }
  return [...talk.values()].sort((a, b) =>
    `${a.from} ${a.to} ${a.event}` < `${b.from} ${b.to} ${b.event}` ? -1 : 1,
  );
};
