import { expect, test } from 'vitest';
import { movesOf } from '../moves-of.fixture.ts';
import { paymentMachine } from './payment.machine.ts';

const moves = movesOf(paymentMachine);

test('money that comes late counts after every end without money (R73)', () => {
  expect(moves.filter((move) => move.endsWith(' payment.succeeded succeeded'))).toEqual(
    ['created', 'awaiting', 'pending', 'failed', 'cancelled', 'expired'].map(
      (from) => `${from} payment.succeeded succeeded`,
    ),
  );
});

test('what has succeeded only goes back (R70, R74)', () => {
  expect(moves.filter((move) => /^(succeeded|partlyRefunded|mismatched) /.test(move))).toEqual([
    'succeeded payment.partlyRefunded partlyRefunded',
    'succeeded payment.refunded refunded',
    'succeeded payment.chargedBack chargedBack',
    'partlyRefunded payment.partlyRefunded partlyRefunded',
    'partlyRefunded payment.refunded refunded',
    'partlyRefunded payment.chargedBack chargedBack',
    'mismatched payment.refunded refunded',
  ]);
});

test('a bank that has the order to pay can no longer be left (R73)', () => {
  expect(moves.filter((move) => move.startsWith('pending '))).toEqual([
    'pending payment.succeeded succeeded',
    'pending payment.failed failed',
    'pending payment.expired expired',
    'pending payment.mismatched mismatched',
  ]);
});
