import { expect, test } from 'vitest';
import { createCodeHash, isSecret, newCode, newSecret, readCode } from './secrets.ts';

test('a code has six digits, also when it begins with zeros', () => {
  for (let n = 0; n < 200; n += 1) expect(newCode()).toMatch(/^\d{6}$/);
});

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['123\u2013456', '123456'],
  ['１２３４５６', '123456'],
  ['１２３　４５６', '123456'],
  ['\u200b123456\u200e', '123456'],
])('reads the code %j as %j', (typed, code) => {
  expect(readCode(typed)).toBe(code);
});

test.each(['', '12345', '1234567', '12345a', 'abcdef', '12.345', '+12345', '-12345', '٣٤٥٦٧٨'])(
  'reads no code in %j',
  (typed) => {
    expect(readCode(typed)).toBeNull();
  },
);

test('the hash of a code depends on purpose, address and key', () => {
  const bound = { purpose: 'signIn', address: 'ada@example.com' };
  const hash = createCodeHash('secret');
  expect(hash('123456', bound)).toBe(hash('123456', bound));
  const others = [
    hash('123457', bound),
    hash('123456', { ...bound, purpose: 'deleteAccount' }),
    hash('123456', { ...bound, address: 'eve@example.com' }),
    createCodeHash('another')('123456', bound),
  ];
  expect(others).not.toContain(hash('123456', bound));
});

test('secrets are 256 bits and never the same', () => {
  const [a, b] = [newSecret(), newSecret()];
  expect([isSecret(a), Buffer.from(a, 'base64url').length, a === b]).toEqual([true, 32, false]);
  expect(['', `${a}x`, a.slice(1), `${a.slice(1)}!`].map(isSecret)).not.toContain(true);
});
