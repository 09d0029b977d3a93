import { expect, it } from 'vitest';
import { createAllowance } from './allowance.ts';

let time = 0;
const start = () => {
  time = 0;
  return createAllowance({ perMinute: 20, now: () => time });
};

it('is used up by what is spent, for one name alone', () => {
  const allowance = start();
  allowance.spend('a', 19);
  expect(allowance.isLeft('a')).toBe(true);
  allowance.spend('a', 1);
  expect(allowance.isLeft('a')).toBe(false);
  expect(allowance.isLeft('b')).toBe(true);
});

it('comes back evenly, and is never more than that of a minute', () => {
  const allowance = start();
  allowance.spend('a', 20);
  time = 3000;
  expect(allowance.isLeft('a')).toBe(true);
  time = 600_000;
  allowance.spend('a', 20);
  expect(allowance.isLeft('a')).toBe(false);
});

it('waits until a piece that cost more than was left is paid off', () => {
  const allowance = start();
  allowance.spend('a', 40);
  time = 60_000;
  expect(allowance.isLeft('a')).toBe(false);
  time = 60_001;
  expect(allowance.isLeft('a')).toBe(true);
});
