import { expect, it } from 'vitest';
import { type Cut, type Heard, judge } from './judge.ts';

const delivery = (numbers: readonly number[], changes: Partial<Heard> = {}): Heard => ({
  ...{ answer: 'ok', to: '/?page=1', taken: true, bytes: 1, cut: false, at: 0 },
  events: numbers.map((n) => ({ insert_id: `id-${n}`, event_properties: { n } })),
  ...changes,
});

const cut = (at: number, page: number | null): Cut => ({ from: at, until: at + 50, page });

it('finds nothing wrong with events that come once and in order', () => {
  const deliveries = [delivery([0, 1]), delivery([2])];
  expect(judge({ accepted: [0, 1, 2], deliveries, cuts: [] })).toEqual({
    ...{ lost: 0, duplicated: 0, outOfOrder: 0, redelivered: 0, acknowledgementsLost: 0 },
  });
});

it('counts what never came, what a refusal was answered to included', () => {
  const deliveries = [delivery([0]), delivery([1], { answer: 'error', taken: false })];
  expect(judge({ accepted: [0, 1, 2], deliveries, cuts: [] }).lost).toBe(2);
});

it('tells a repeat of the same event from a second one', () => {
  const again = delivery([0]);
  const second = delivery([0], { events: [{ insert_id: 'other', event_properties: { n: 0 } }] });
  const verdict = judge({ accepted: [0], deliveries: [delivery([0]), again, second], cuts: [] });
  expect(verdict).toMatchObject({ redelivered: 1, duplicated: 1 });
});

it('counts events that come after later ones', () => {
  const deliveries = [delivery([0, 3]), delivery([1, 2, 4])];
  expect(judge({ accepted: [], deliveries, cuts: [] }).outOfOrder).toBe(2);
});

it.each<[string, Partial<Heard>, Cut[], number]>([
  ['that were not sent', { answer: 'lost' }, [], 2],
  ['whose sender had gone', { cut: true }, [], 2],
  ['on their way to a page that was killed', { at: 1000 }, [cut(1400, 1)], 2],
  ['on their way when the network went away', { at: 1000 }, [cut(1400, null)], 2],
  ['of a page, and none when another one was killed', { at: 1000 }, [cut(1400, 2)], 0],
  ['of a page, and none when it was killed later', { at: 1000 }, [cut(1600, 1)], 0],
])('counts acknowledgements %s', (_, changes, cuts, lost) => {
  const deliveries = [delivery([0, 1], changes)];
  expect(judge({ accepted: [], deliveries, cuts }).acknowledgementsLost).toBe(lost);
});
