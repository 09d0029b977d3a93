import type { Delivery } from '../collector/collector.ts';

/** A delivery with the time of its answer. */
export type Heard = Delivery & { at: number };

/** A page was killed or reloaded. */
export type Cut = { from: number; page: number };

type Play = {
  /** in the order in which they were tracked; only what the queue has taken over */
  accepted: readonly number[];
  deliveries: readonly Heard[];
  /** when a page said that it has read the answer to a request, by the name of the request */
  answersRead: ReadonlyMap<string, number>;
  cuts: readonly Cut[];
};

export type Verdict = {
  lost: number;
  duplicated: number;
  outOfOrder: number;
  redelivered: number;
  /** events of deliveries that were taken and whose sender could not write that down */
  acknowledgementsLost: number;
  /** those of them whose answer nobody has read; of the others the page was killed right after it */
  acknowledgementsUnheard: number;
};

const unheard = ['lost', 'half', 'silent'];
/** what was read right before the page was killed may not have been written down */
const writingMs = 500;

/** Each page sends to an address of its own. */
export const addressOf = (collector: string, page: number): string => `${collector}/?page=${page}`;

const pageOf = ({ to }: Delivery): number =>
  Number(new URL(to, 'http://collector').searchParams.get('page'));

/** When the page has read the answer; null when it never did. The name counts once: a browser may send again by itself. */
const readAt = (delivery: Heard, answersRead: Play['answersRead']): number | null =>
  delivery.cut || unheard.includes(delivery.answer)
    ? null
    : (answersRead.get(delivery.send ?? '') ?? null);

const isCutOff = (page: number, at: number, cuts: readonly Cut[]): boolean =>
  cuts.some((one) => one.page === page && at > one.from - writingMs);

const numberOf = (event: Delivery['events'][number]): number | null => {
  const { n } = (event.event_properties ?? {}) as { n?: unknown };
  return typeof n === 'number' ? n : null;
};

/** Compares what the queue took over with what the collector took. Counts events, not requests. */
export function judge({ accepted, deliveries, answersRead, cuts }: Play): Verdict {
  const taken = new Map<string, number>();
  const ids = new Map<number, Set<string>>();
  let highest = -1;
  let outOfOrder = 0;
  let redelivered = 0;
  let acknowledgementsLost = 0;
  let acknowledgementsUnheard = 0;
  for (const delivery of deliveries) {
    const { taken: isTaken, events } = delivery;
    if (!isTaken) continue;
    const read = readAt(delivery, answersRead);
    if (read === null) acknowledgementsUnheard += events.length;
    if (read === null || isCutOff(pageOf(delivery), read, cuts)) {
      acknowledgementsLost += events.length;
    }
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
    outOfOrder,
    redelivered,
    acknowledgementsLost,
    acknowledgementsUnheard,
  };
}
