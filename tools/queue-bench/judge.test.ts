import { expect, it } from 'vitest';
import { type Cut, type Heard, judge } from './judge.ts';

const delivery = (numbers: readonly number[], changes: Partial<Heard> = {}): Heard => ({
  answer: 'ok',
  to: '/?page=1',
  send: 'one',
  taken: true,
  bytes: 1,
  cut: false,
  at: 0,
  events: numbers.map((n) => ({ insert_id: `id-${n}`, event_properties: { n } })),
  ...changes,
});

const cut = (from: number, page: number): Cut => ({ from, page });
const read = (at = 0) => new Map([['one', at]]);

it('finds nothing wrong with events that come once and in order', () => {
  const deliveries = [delivery([0, 1]), delivery([2])];
  expect(judge({ accepted: [0, 1, 2], deliveries, answersRead: read(), cuts: [] })).toEqual({
    lost: 0,
    duplicated: 0,
    outOfOrder: 0,
    redelivered: 0,
    acknowledgementsLost: 0,
    acknowledgementsUnheard: 0,
  });
});

it('counts what never came, what a refusal was answered to included', () => {
  const deliveries = [delivery([0]), delivery([1], { answer: 'error', taken: false })];
  const play = { accepted: [0, 1, 2], deliveries, answersRead: read(), cuts: [] };
  expect(judge(play).lost).toBe(2);
});

it('tells a repeat of the same event from a second one', () => {
  const again = delivery([0]);
  const second = delivery([0], { events: [{ insert_id: 'other', event_properties: { n: 0 } }] });
  const deliveries = [delivery([0]), again, second];
  const verdict = judge({ accepted: [0], deliveries, answersRead: read(), cuts: [] });
  expect(verdict).toMatchObject({ redelivered: 1, duplicated: 1 });
});

it('counts events that come after later ones', () => {
  const deliveries = [delivery([0, 3]), delivery([1, 2, 4])];
  const play = { accepted: [], deliveries, answersRead: read(), cuts: [] };
  expect(judge(play).outOfOrder).toBe(2);
});

it.each<[string, Partial<Heard>, number | null, Cut[], [lost: number, unheard: number]]>([
  ['that were not sent', { answer: 'lost' }, 1000, [], [2, 2]],
  ['whose sender had gone', { cut: true }, 1000, [], [2, 2]],
  ['that no page has read', {}, null, [], [2, 2]],
  ['that were read, and none of them', {}, 1000, [], [0, 0]],
  ['that were read right before the page was killed', {}, 1000, [cut(1400, 1)], [2, 0]],
  ['that were read right before another page was', {}, 1000, [cut(1400, 2)], [0, 0]],
  ['that were read long before the page was killed', {}, 1000, [cut(1600, 1)], [0, 0]],
])('counts acknowledgements %s', (_, changes, at, cuts, [lost, unheard]) => {
  const answersRead = at === null ? new Map<string, number>() : read(at);
  const play = { accepted: [], deliveries: [delivery([0, 1], changes)], answersRead, cuts };
  expect(judge(play)).toMatchObject({
    acknowledgementsLost: lost,
    acknowledgementsUnheard: unheard,
  });
});
