import { expect, it } from 'vitest';
import { offersOf } from './offers.ts';

const product = (
  code: string,
  kind: 'pack' | 'pass' | 'plan',
  credits: number,
  amount: number,
  durationUnit = 5,
) => ({ code, kind, credits, amount, duration: 1, durationUnit });

const list = [
  product('pack-100', 'pack', 100, 399),
  product('pack-300', 'pack', 300, 999),
  product('pack-1000', 'pack', 1000, 2499),
  product('pass-day', 'pass', 60, 199),
  product('plan-week', 'plan', 150, 499),
  product('plan-month', 'plan', 600, 1299, 4),
  product('plan-year', 'plan', 7200, 7999),
];

const codes = (products: readonly { code: string }[]) => products.map(({ code }) => code);

it('shows a pack and the two plans with the lowest price per credit first (R46)', () => {
  const { main, more } = offersOf(list);
  expect(codes(main)).toEqual(['pack-300', 'plan-month', 'plan-year']);
  expect(codes(more)).toEqual(['pack-100', 'pack-1000', 'pass-day', 'plan-week']);
});

it('recommends the lowest price per credit, and rounds the saving down', () => {
  const { best, saving } = offersOf(list);
  expect(best?.code).toBe('plan-year');
  // 79.99 / 7200 is 48.7 % less than 12.99 / 600
  expect(saving).toMatchObject({ percent: 48, than: 'month' });
});

it('shows passes if neither packs nor plans are sold', () => {
  const passes = [product('pass-week', 'pass', 300, 799), product('pass-day', 'pass', 60, 199)];
  expect(codes(offersOf(passes).main)).toEqual(['pass-day', 'pass-week']);
});

it('recommends nothing if there is nothing to compare, or nothing is saved', () => {
  expect(offersOf(list.slice(0, 1))).toMatchObject({ best: null, saving: null });
  // a better offer is not among the three
  const packs = [product('pack-few', 'pack', 10, 100), product('pack-many', 'pack', 10_000, 200)];
  expect(offersOf([...packs, ...list.slice(-2)])).toMatchObject({ best: null, saving: null });
  const same = [product('a', 'plan', 10, 100), product('b', 'plan', 20, 200)];
  expect(offersOf(same)).toMatchObject({ best: null, saving: null });
  expect(offersOf([])).toEqual({ main: [], more: [], best: null, saving: null });
});
