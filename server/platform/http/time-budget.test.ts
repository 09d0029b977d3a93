import { expect, it } from 'vitest';
import { createTimeBudget } from './time-budget.ts';

let time = 0;
const start = () => {
  time = 0;
  return createTimeBudget({ limit: 'test', perMinute: 20, shared: null, now: () => time });
};

it('is used up per name', async () => {
  const budget = start();
  await budget.spend('a', 19);
  expect(await budget.isLeft('a')).toBe(true);
  await budget.spend('a', 1);
  expect(await budget.isLeft('a')).toBe(false);
  expect(await budget.isLeft('b')).toBe(true);
});

it("refills evenly, up to one minute's budget", async () => {
  const budget = start();
  await budget.spend('a', 20);
  time = 3000;
  expect(await budget.isLeft('a')).toBe(true);
  time = 600_000;
  await budget.spend('a', 20);
  expect(await budget.isLeft('a')).toBe(false);
});

it('waits until an overdraft is paid off', async () => {
  const budget = start();
  await budget.spend('a', 40);
  time = 60_000;
  expect(await budget.isLeft('a')).toBe(false);
  time = 60_001;
  expect(await budget.isLeft('a')).toBe(true);
});
