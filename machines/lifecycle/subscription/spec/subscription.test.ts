import { expect, test } from 'vitest';
import { movesOf } from '../../moves-of.fixture.ts';
import { subscriptionMachine } from '../subscription.machine.ts';

test('a plan has these transitions and no others (R51, R53, R74)', () => {
  expect(movesOf(subscriptionMachine)).toEqual([
    'active subscription.renewed active',
    'active subscription.changed active',
    'active subscription.paymentFailed pastDue',
    'active subscription.cancelled ending',
    'active subscription.ended ended',
    'pastDue subscription.renewed active',
    'pastDue subscription.paymentFailed pastDue',
    'pastDue subscription.cancelled ending',
    'pastDue subscription.ended ended',
    'ending subscription.ended ended',
    'ending subscription.resumed active',
  ]);
});
