import { expect, test } from 'vitest';
import { orderCodeFrom, rules } from '../cancellation.form.ts';

test.each([
  'LW-ABCD-2345',
  'lw abcd2345',
  'ＬＷ－ＡＢＣＤ－２３４５',
  'Your order LW-ABCD-2345 of November 26',
  '注文番号はLW-ABCD-2345です',
])('reads the order code in %j', (typed) => {
  expect(orderCodeFrom(typed)).toBe('LW-ABCD-2345');
  expect(rules.order(typed)).toBeNull();
});

test.each(['LW-ABCD', 'LW-ABCD-2345 or LW-ABCD-2346', 'ABCD-2345'])(
  'reads no order code in %j',
  (typed) => {
    expect(rules.order(typed)).toBe('incomplete');
  },
);
