import { expect, it } from 'vitest';
import { orderDescriptor } from '../samples/order.descriptor.ts';
import { transitionsOf } from '../transitions.ts';
import { coverageOf, coverageTable, unkeyedOf } from './coverage.ts';

const ids = transitionsOf(orderDescriptor.machine).map(({ id }) => id);
const people = Object.keys(orderDescriptor.people ?? {});
const [first = '', ...rest] = ids;

it('names every transition that was not taken, and counts the others (R81)', () => {
  const coverage = coverageOf('order', orderDescriptor, new Set(rest));
  expect(coverage).toMatchObject({ taken: rest.length, open: [first] });
  expect(coverageTable([coverage])).toContain(`order      ${rest.length}/${ids.length}    92 %`);
});

it('ignores transitions that the chart does not have', () => {
  const taken = new Set([...ids, 'order.nowhere | go | 0 | -']);
  expect(coverageOf('order', orderDescriptor, taken)).toMatchObject({
    taken: ids.length,
    open: [],
  });
});

it('names every user event that no key triggered', () => {
  expect(unkeyedOf(orderDescriptor, new Set(people.slice(1)))).toEqual([people[0]]);
});
