import type { Delivery } from '../collector/collector.ts';

/** A delivery with the time of its answer. */
export type Heard = Delivery & { at: number };

/** A page that was killed or reloaded, or the network going away, which cuts off every page. */
export type Cut = { from: number; until: number; page: number | null };

type Play = {
  /** in the order in which they were tracked; only what the queue has taken over */
  accepted: readonly number[];
  deliveries: readonly Heard[];
  cuts: readonly Cut[];
};

export type Verdict = {
  lost: number;
  duplicated: number;
  outOfOrder: number;
  redelivered: number;
  acknowledgementsLost: number;
};

const unheard = ['lost', 'half', 'silent'];
/** an answer on its way to a page may still be cut off, or not be written down yet */
const underwayMs = 500;

/** Each page sends to an address of its own. */
export const addressOf = (collector: string, page: number): string => `${collector}/?page=${page}`;

const pageOf = ({ to }: Delivery): number =>
  Number(new URL(to, 'http://collector').searchParams.get('page'));

const isUnheard = (delivery: Heard, cuts: readonly Cut[]): boolean => {
  if (delivery.cut || unheard.includes(delivery.answer)) return true;
  const page = pageOf(delivery);
  return cuts.some(
    (one) =>
      (one.page === null || one.page === page) &&
      delivery.at > one.from - underwayMs &&
      delivery.at < one.until + underwayMs,
  );
};

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
  for (const delivery of deliveries) {
    const { taken: isTaken, events } = delivery;
    if (!isTaken) continue;
    if (isUnheard(delivery, cuts)) acknowledgementsLost += events.length;
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
    ...{ outOfOrder, redelivered, acknowledgementsLost },
  };
}
