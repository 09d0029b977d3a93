import { expect, it } from 'vitest';
import { createTimeBudget } from './time-budget.ts';

let time = 0;
const start = () => {
  time = 0;
  return createTimeBudget({ perMinute: 20, now: () => time });
};

it('is used up per name', () => {
  const budget = start();
  budget.spend('a', 19);
  expect(budget.isLeft('a')).toBe(true);
  budget.spend('a', 1);
  expect(budget.isLeft('a')).toBe(false);
  expect(budget.isLeft('b')).toBe(true);
});

it("refills evenly, up to one minute's budget", () => {
  const budget = start();
  budget.spend('a', 20);
  time = 3000;
  expect(budget.isLeft('a')).toBe(true);
  time = 600_000;
  budget.spend('a', 20);
  expect(budget.isLeft('a')).toBe(false);
});

it('waits until an overdraft is paid off', () => {
  const budget = start();
  budget.spend('a', 40);
  time = 60_000;
  expect(budget.isLeft('a')).toBe(false);
  time = 60_001;
  expect(budget.isLeft('a')).toBe(true);
});
