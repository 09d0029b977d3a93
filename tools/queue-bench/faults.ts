import type { AnswerName, ReceivedEvent } from '../collector/answers.ts';

/** The same row of numbers from 0 up to 1 for the same seed. */
export function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Faults by how often they come. Answers that rightly drop events are left out. */
const weights: Partial<Record<AnswerName, number>> = {
  refused: 10,
  lost: 12,
  half: 6,
  silent: 1,
  deaf: 1,
  html: 3,
  empty: 3,
  wrong: 2,
  code: 3,
  redirect: 3,
  nameless: 3,
  large: 8,
  throttled: 2,
  throttledFirst: 2,
  limited: 3,
  error: 12,
  unavailable: 12,
  later: 4,
  laterDate: 3,
  laterNegative: 3,
};
const names = Object.entries(weights).flatMap(([name, weight]) =>
  Array.from({ length: weight }, () => name as AnswerName),
);
/** fewer than the twelve sends after which R59 rightly drops an event; killed tabs add some of their own */
const mostRefusals = 6;
const faultShare = 0.7;

/** What the collector answers: faults by chance, until it is told to be calm. */
export function createFaults(seed: number) {
  const dice = createDice(seed);
  const requests = new Map<string | undefined, number>();
  let faults = 0;
  let isCalm = false;
  return {
    choose: (events: readonly ReceivedEvent[]): AnswerName => {
      const wish = names[Math.floor(dice() * names.length)] ?? 'error';
      for (const { insert_id: id } of events) requests.set(id, (requests.get(id) ?? 0) + 1);
      const isDue = events.some(({ insert_id: id }) => (requests.get(id) ?? 0) > mostRefusals);
      const isFault = !isCalm && !isDue && dice() < faultShare;
      // one event that is too large is dropped, and rightly so
      if (!isFault || (wish === 'large' && events.length < 2)) return 'ok';
      faults += 1;
      return wish;
    },
    calm: () => {
      isCalm = true;
    },
    count: () => faults,
  };
}
