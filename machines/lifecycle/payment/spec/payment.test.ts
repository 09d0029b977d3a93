import { expect, test } from 'vitest';
import { movesOf } from '../../moves-of.fixture.ts';
import { paymentMachine } from '../payment.machine.ts';

const moves = movesOf(paymentMachine);

test('a late payment counts after every unpaid end (R73)', () => {
  expect(moves.filter((move) => move.endsWith(' payment.succeeded succeeded'))).toEqual(
    ['created', 'awaiting', 'pending', 'failed', 'cancelled', 'expired'].map(
      (from) => `${from} payment.succeeded succeeded`,
    ),
  );
});

test('a succeeded payment can only be refunded or charged back (R70, R74)', () => {
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

test('a payment pending at the bank can no longer be cancelled (R73)', () => {
  expect(moves.filter((move) => move.startsWith('pending '))).toEqual([
    'pending payment.succeeded succeeded',
    'pending payment.failed failed',
    'pending payment.expired expired',
    'pending payment.mismatched mismatched',
  ]);
});
