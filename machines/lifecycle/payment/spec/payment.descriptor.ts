import { describeChart } from '../../../testing/chart-descriptor.ts';
import { paymentMachine } from '../payment.machine.ts';

const withMoney = [
  ...['succeeded', 'partlyRefunded', 'mismatched', 'refunded', 'chargedBack'],
] as const;
export const paymentDescriptor = describeChart<typeof paymentMachine>({
  machine: paymentMachine,
  charts: {
    'payment.opened': {},
    'payment.pended': {},
    'payment.succeeded': {},
    'payment.failed': {},
    'payment.cancelled': {},
    'payment.expired': {},
    'payment.mismatched': {},
    'payment.partlyRefunded': {},
    'payment.refunded': {},
    'payment.chargedBack': {},
  },
  reads: () => null,
  laws: {
    'money that arrived is only undone by its return': {
      holds: ({ before, now }) =>
        !withMoney.some((state) => before.matches(state)) ||
        withMoney.some((state) => now.matches(state)),
      brokenBy:
        'paymentRecord.succeeded on payment.chargedBack: to #paymentRecord.created instead of chargedBack',
    },
    'another amount than was asked for never counts as paid': {
      holds: ({ before, now, event }) =>
        event?.type !== 'payment.mismatched' ||
        now.value === before.value ||
        now.matches('mismatched'),
      brokenBy:
        'paymentRecord.pending on payment.mismatched: to #paymentRecord.refunded instead of mismatched',
    },
    'nothing but the word of the provider makes it paid': {
      holds: ({ before, now, event }) =>
        !now.matches('succeeded') ||
        before.matches('succeeded') ||
        event?.type === 'payment.succeeded',
      brokenBy:
        'paymentRecord.awaiting on payment.expired: to #paymentRecord.succeeded instead of expired',
    },
    'a try that was given up may still succeed': {
      holds: ({ before, now, event }) =>
        event?.type !== 'payment.succeeded' ||
        now.value === before.value ||
        now.matches('succeeded'),
      brokenBy:
        'paymentRecord.cancelled on payment.succeeded: to #paymentRecord.partlyRefunded instead of succeeded',
    },
  },
});
