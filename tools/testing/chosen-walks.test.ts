import { expect, it } from 'vitest';
import { chosenPaths } from './chosen-walks.ts';

const choice = { seed: 'a commit', whole: ['tray'] };
const numbers = [...Array(40).keys()];

it('every path is walked of a chart that has changed, and wherever nothing is chosen', () => {
  expect([...chosenPaths('tray', 4, choice)]).toEqual([0, 1, 2, 3]);
  expect([...chosenPaths('toast', 4, undefined)]).toEqual([0, 1, 2, 3]);
});

it('one path is walked of every other chart', () => {
  expect(chosenPaths('toast', 30, choice).size).toBe(1);
  expect([...chosenPaths('toast', 1, choice)]).toEqual([0]);
  expect(chosenPaths('toast', 0, choice).size).toBe(0);
});

it('the same seed chooses the same, and other seeds come to each path', () => {
  const of = (seed: string) => [...chosenPaths('toast', 10, { ...choice, seed })].sort();
  expect(of('one')).toEqual(of('one'));
  expect(new Set(numbers.flatMap((number) => of(`commit ${number}`))).size).toBeGreaterThan(7);
});

it('one seed chooses other places for other charts', () => {
  const of = (chart: string) => [...chosenPaths(chart, 30, choice)].sort().join();
  expect(new Set(numbers.slice(0, 10).map((number) => of(`chart ${number}`))).size).toBeGreaterThan(
    5,
  );
});
