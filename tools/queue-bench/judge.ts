import type { Delivery } from '../collector/collector.ts';

/** A delivery with the time of its answer. */
export type Heard = Delivery & { at: number };

type Play = {
  /** in the order in which they were tracked; only what the queue has taken over */
  accepted: readonly number[];
  deliveries: readonly Heard[];
  /** when a tab was killed or reloaded, or the network went away */
  cuts: readonly number[];
};

export type Verdict = {
  lost: number;
  duplicated: number;
  outOfOrder: number;
  redelivered: number;
  acknowledgementsLost: number;
  /** of these, those that were not sent or whose sender had gone: without the half second around a cut */
  acknowledgementsSurelyLost: number;
};

const unheard = ['lost', 'half', 'silent'];
/** an answer on its way to a page may still be cut off */
const underwayMs = 500;

const numberOf = (event: Delivery['events'][number]): number | null => {
  const { n } = (event.event_properties ?? {}) as { n?: unknown };
  return typeof n === 'number' ? n : null;
};

/** Compares what the queue took over with what the collector took. Counts events, not requests. */
export function judge({ accepted, deliveries, cuts }: Play): Verdict {
  const taken = new Map<string, number>();
  const ids = new Map<number, Set<string>>();
  let highest = -1;
  let outOfOrder = 0;
  let redelivered = 0;
  let acknowledgementsLost = 0;
  let acknowledgementsSurelyLost = 0;
  for (const { answer, taken: isTaken, events, cut, at } of deliveries) {
    if (!isTaken) continue;
    const isCut = cut || cuts.some((one) => one - at > -underwayMs && one - at < underwayMs);
    if (isCut || unheard.includes(answer)) acknowledgementsLost += events.length;
    if (cut || unheard.includes(answer)) acknowledgementsSurelyLost += events.length;
    for (const event of events) {
      const n = numberOf(event);
      if (n === null) continue;
      const id = String(event.insert_id);
      const times = taken.get(id) ?? 0;
      taken.set(id, times + 1);
      if (times > 0) redelivered += 1;
      else {
        if (n < highest) outOfOrder += 1;
        highest = Math.max(highest, n);
      }
      ids.set(n, (ids.get(n) ?? new Set()).add(id));
    }
  }
  return {
    lost: accepted.filter((n) => !ids.has(n)).length,
    duplicated: [...ids.values()].reduce((sum, { size }) => sum + size - 1, 0),
    ...{ outOfOrder, redelivered, acknowledgementsLost, acknowledgementsSurelyLost },
  };
}
