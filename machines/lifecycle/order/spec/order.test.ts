import { expect, test } from 'vitest';
import { movesOf } from '../../moves-of.fixture.ts';
import { orderMachine } from '../order.machine.ts';

test('an order has these transitions and no others (R47, R73, R74)', () => {
  expect(movesOf(orderMachine)).toEqual([
    'open order.paid paid',
    'open order.declined notPaid',
    'open order.cancelled cancelled',
    'open order.expired expired',
    'notPaid order.paid paid',
    'notPaid order.cancelled cancelled',
    'notPaid order.expired expired',
    'notPaid order.retried open',
    'cancelled order.paid paid',
    'expired order.paid paid',
    'paid order.partlyRefunded partlyRefunded',
    'paid order.refunded refunded',
    'paid order.chargedBack chargedBack',
    'partlyRefunded order.partlyRefunded partlyRefunded',
    'partlyRefunded order.refunded refunded',
    'partlyRefunded order.chargedBack chargedBack',
  ]);
});
