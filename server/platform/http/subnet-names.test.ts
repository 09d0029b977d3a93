import { expect, test } from 'vitest';
import { createSubnetNames } from './subnet-names.ts';

const nameOf = createSubnetNames('secret');

test('names a subnet without its address, and differently with another secret', () => {
  expect(nameOf('203.0.113.7')).toMatch(/^[A-Za-z0-9_-]{16}$/);
  expect(nameOf('203.0.113.7')).toBe(nameOf('203.0.113.7'));
  expect(nameOf('203.0.113.7')).not.toBe(nameOf('203.0.113.8'));
  expect(nameOf('203.0.113.7')).not.toBe(createSubnetNames('another')('203.0.113.7'));
});
