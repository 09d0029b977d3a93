import type { World } from './world.ts';

type Visited = { world: World };

/** Found situations that are not visited yet, in the order of their visits. */
export type Frontier<Situation extends Visited> = {
  push: (situation: Situation) => void;
  shift: () => Situation | undefined;
  isEmpty: () => boolean;
};

export const breadthFirst = <Situation extends Visited>(): Frontier<Situation> => {
  const queue: Situation[] = [];
  return {
    push: (situation) => queue.push(situation),
    shift: () => queue.shift(),
    isEmpty: () => queue.length === 0,
  };
};

type Bucket<Situation> = { waiting: Situation[]; visits: number };

const statesOf = ({ world }: Visited): string =>
  world.snapshot._nodes.map(({ id }) => id).join(' ');

/**
 * Alternates between breadth first and the least visited states, so that a partial exploration
 * enters all states.
 */
export const spread = <Situation extends Visited>(): Frontier<Situation> => {
  const buckets = new Map<string, Bucket<Situation>>();
  const queue: Situation[] = [];
  const waiting = new Set<Situation>();
  let isRarestNext = false;
  const rarest = (): Situation | undefined => {
    let best: Bucket<Situation> | undefined;
    for (const bucket of buckets.values()) {
      while (bucket.waiting[0] && !waiting.has(bucket.waiting[0])) bucket.waiting.shift();
      if (bucket.waiting.length > 0 && bucket.visits < (best?.visits ?? Infinity)) best = bucket;
    }
    return best?.waiting[0];
  };
  const oldest = (): Situation | undefined => {
    while (queue[0] && !waiting.has(queue[0])) queue.shift();
    return queue[0];
  };
  return {
    push: (situation) => {
      const states = statesOf(situation);
      const bucket = buckets.get(states) ?? { waiting: [], visits: 0 };
      buckets.set(states, bucket);
      bucket.waiting.push(situation);
      queue.push(situation);
      waiting.add(situation);
    },
    shift: () => {
      const next = isRarestNext ? rarest() : oldest();
      isRarestNext = !isRarestNext;
      if (!next) return undefined;
      waiting.delete(next);
      const bucket = buckets.get(statesOf(next));
      if (bucket) bucket.visits += 1;
      return next;
    },
    isEmpty: () => waiting.size === 0,
  };
};
