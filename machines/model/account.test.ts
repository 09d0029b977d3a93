import { expect, test } from 'vitest';
import { addressFrom, addressRule, codeFrom, isWholeCode } from './account.ts';

test.each([
  [' Anna@Example.com ', 'anna@example.com'],
  ['ａｎｎａ3＠ｅｘａｍｐｌｅ．ｃｏｍ', 'anna3@example.com'],
  ['anna4＠example。com', 'anna4@example.com'],
  ['a..b@docomo.ne.jp', 'a..b@docomo.ne.jp'],
  ['abc.@docomo.ne.jp', 'abc.@docomo.ne.jp'],
])('reads %j as the address %j and accepts it (R29)', (typed, address) => {
  expect(addressFrom(typed)).toBe(address);
  expect(addressRule(typed)).toBeNull();
});

test.each([
  ['123456', '123456'],
  ['１２３ ４５６', '123456'],
  ['123-456.', '123456'],
  ['123456 is your code for Lightwell', '123456'],
  ['123 456 ist dein Code für die Bestellung LW-A123-456B', '123456'],
  ['Lightwellのコードは１２３４５６です', '123456'],
  ['Re: 123456 is your code for order LW-1234-5678', '123456'],
])('finds the code in %j (R23)', (typed, code) => {
  expect(codeFrom(typed)).toBe(code);
  expect(isWholeCode(typed)).toBe(true);
});

test.each(['12345', '1234567', '123456 or 654321', 'LW-A123-456B', 'no code at all', ''])(
  'finds no code in %j (R23)',
  (typed) => {
    expect(isWholeCode(typed)).toBe(false);
  },
);
