import { expect, test } from 'vitest';
import { createNetworkNames } from './principal.ts';

const nameOf = createNetworkNames('secret');

test('names a network without its address, and differently for another secret', () => {
  expect(nameOf('203.0.113.7')).toMatch(/^[A-Za-z0-9_-]{16}$/);
  expect(nameOf('203.0.113.7')).toBe(nameOf('::ffff:203.0.113.7'));
  expect(nameOf('203.0.113.7')).not.toBe(nameOf('203.0.113.8'));
  expect(nameOf('203.0.113.7')).not.toBe(createNetworkNames('another')('203.0.113.7'));
});

test('takes the first half of an IPv6 address for the network', () => {
  const home = nameOf('2001:db8:1:2:3:4:5:6');
  expect(nameOf('2001:0DB8:1:2::1')).toBe(home);
  expect(nameOf('2001:db8:1:2:ffff::')).toBe(home);
  expect(nameOf('2001:db8:1:3::1')).not.toBe(home);
  expect(nameOf('::1')).toBe(nameOf('::2'));
});
