import { expect, it } from 'vitest';
import { wholeOf } from '../../tests/browser/paths/browser-paths.ts';
import { explore } from './explore.ts';
import { orderDescriptor } from './samples/order.descriptor.ts';

const whole = explore('order', orderDescriptor);
const part = explore('order', { ...orderDescriptor, bounds: { situations: 2 } });

it('paths are planned from a whole exploration, or from a part for a reason', () => {
  expect(wholeOf(whole, undefined)).toBe(whole);
  expect(wholeOf(part, 'the others are the same')).toBe(part);
  expect(() => wholeOf(part, undefined)).toThrow('order: more than 2 situations');
  expect(() => wholeOf(part, ' ')).toThrow('order: more than 2 situations');
});

it('no paths are planned from an exploration with faults', () => {
  const faults = ['order: it throws'];
  expect(() => wholeOf({ ...whole, faults }, 'the others are the same')).toThrow('it throws');
});
