import { expect, test } from 'vitest';
import { createKnownBrowsers } from './known-browsers.ts';

const known = createKnownBrowsers({ secret: 'the secret of a test' });
const address = 'mia@example.org';

test('recognises only the addresses that a browser has signed in to', () => {
  const cookie = known.remember(known.remember(undefined, address), 'ben@example.org');
  const asked = [address, 'ben@example.org', 'eva@example.org'];
  expect(asked.map((one) => known.hasSignedIn(cookie, one))).toEqual([true, true, false]);
});

test('remembers the last five, each once', () => {
  const all = Array.from({ length: 7 }, (_, n) => `visitor-${n}@example.org`);
  let cookie: string | undefined;
  for (const one of [...all, ...all.slice(5)]) cookie = known.remember(cookie, one);
  const isKnown = all.map((one) => known.hasSignedIn(cookie, one));
  expect(isKnown).toEqual([false, false, true, true, true, true, true]);
  expect(cookie).toMatch(/^[\w-]{22}(\.[\w-]{22}){5}$/);
});

test('cannot be read or compared', () => {
  const [one, other] = [known.remember(undefined, address), known.remember(undefined, address)];
  expect(one.split('.')[1]).not.toBe(other.split('.')[1]);
  expect(one).not.toContain('mia');
});

test('cannot be forged or moved to another browser', () => {
  const cookie = known.remember(undefined, address);
  const [browser = '', mark = ''] = cookie.split('.');
  const [stranger = ''] = known.remember(undefined, 'eva@example.org').split('.');
  const forger = createKnownBrowsers({ secret: 'another secret' });
  const forged = [
    ...[undefined, '', '.', browser, `${browser}.`, `.${mark}`, mark, `${stranger}.${mark}`],
    ...[`${browser}.${'A'.repeat(22)}`, `${cookie}=`, `${cookie};x`, `${cookie}.`],
    forger.remember(undefined, address),
    forger.remember(cookie, 'eva@example.org').replace(mark, ''),
  ];
  expect(forged.filter((value) => known.hasSignedIn(value, address))).toEqual([]);
  // A cookie that this server did not write is replaced.
  expect(known.hasSignedIn(known.remember('user=1; broken', address), address)).toBe(true);
});
