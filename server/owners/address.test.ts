import { expect, test } from 'vitest';
import { inLockOrder, readAddress } from './address.ts';

/** With a local part of 64 characters this domain gives the longest possible address. */
const domain189 = `${'a'.repeat(62)}.${'b'.repeat(61)}.${'c'.repeat(61)}.de`;

test.each([
  ['ada@example.com', 'ada@example.com'],
  [' Ada@Example.COM ', 'ada@example.com'],
  ['a.d.a+lightwell@example.com', 'a.d.a+lightwell@example.com'],
  ["o'hara_{x}@mail.example.co.uk", "o'hara_{x}@mail.example.co.uk"],
  ['jürgen@bücher.example', 'jürgen@xn--bcher-kva.example'],
  ['ju\u0308rgen@xn--bcher-kva.example', 'jürgen@xn--bcher-kva.example'],
  ['山田@例え.jp', '山田@xn--r8jz45g.jp'],
  ['ａｎｎａ3＠ｅｘａｍｐｌｅ．ｃｏｍ', 'anna3@example.com'],
  ['anna4＠example。com', 'anna4@example.com'],
  ['\u3000Anna5@example.com\u3000', 'anna5@example.com'],
  ['a..b@docomo.ne.jp', 'a..b@docomo.ne.jp'],
  ['abc.@docomo.ne.jp', 'abc.@docomo.ne.jp'],
  ['a..b.@EZWEB.ne.jp', 'a..b.@ezweb.ne.jp'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  [`${'a'.repeat(64)}@${domain189}`, `${'a'.repeat(64)}@${domain189}`],
])('reads %j as %j', (typed, address) => {
  expect(readAddress(typed)).toBe(address);
});

test.each([
  ...['', 'ada', 'ada@', '@example.com', 'ada@example', 'ada@@example.com', 'a@b@example.com'],
  ...['"ada lovelace"@example.com', '"a\\"b"@example.com', '.ada@example.com', 'a..b@example.com'],
  ...['abc.@example.com', '.abc@docomo.ne.jp', '..@docomo.ne.jp', 'a..b@x.docomo.ne.jp'],
  ...['ada@example.com:25', 'ada@user@example.com', 'ada@[127.0.0.1]', 'ada@127.0.0.1', 'ada@1.2'],
  ...['ada@example.com\r\nBcc: eve@example.com', 'ada@exam\nple.com', 'ada\t@example.com'],
  ...[
    'ada@-example.com',
    'ada@example-.com',
    'ada@exa mple.com',
    'ada@example.com,eve@example.com',
  ],
  ...['ada\0@example.com', 'ada@%65xample.com', 'ada <ada@example.com>', 'ada@example..com'],
  ...[`${'a'.repeat(65)}@example.com`, `${'ü'.repeat(33)}@example.com`],
  `ada@${'a'.repeat(290)}.com`,
  `ada@${'a.'.repeat(130)}com`,
  // Each part is short enough, but the whole email address is too long.
  `${'a'.repeat(64)}@a${domain189}`,
])('refuses %j', (typed) => {
  expect(() => readAddress(typed)).toThrow(expect.objectContaining({ code: 'invalid_email' }));
});

test('normalises spellings of one mailbox, without interpreting dots and tags', () => {
  expect(readAddress('ADA@EXAMPLE.COM')).toBe(readAddress('ada@example.com'));
  expect(readAddress('a.da@example.com')).not.toBe(readAddress('ada@example.com'));
  expect(readAddress('ada+x@example.com')).not.toBe(readAddress('ada@example.com'));
});

test('several addresses are locked in a fixed order', () => {
  const [ada, bob, eve] = ['ada@example.com', 'bob@example.com', 'eve@example.com'].map(
    (address) => ({ address }),
  );
  for (const given of [
    [ada, bob, eve],
    [eve, bob, ada],
    [bob, eve, ada],
  ]) {
    expect(inLockOrder(given as { address: string }[])).toEqual([ada, bob, eve]);
  }
});
