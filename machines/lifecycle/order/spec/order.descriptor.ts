import { describeChart } from '../../../testing/chart-descriptor.ts';
import { orderMachine } from '../order.machine.ts';

const afterPaying = ['paid', 'partlyRefunded', 'refunded', 'chargedBack'] as const;

export const orderDescriptor = describeChart<typeof orderMachine>({
  machine: orderMachine,
  charts: {
    'order.paid': {},
    'order.declined': {},
    'order.retried': {},
    'order.cancelled': {},
    'order.expired': {},
    'order.partlyRefunded': {},
    'order.refunded': {},
    'order.chargedBack': {},
  },
  reads: () => null,
  laws: {
    'money that arrives counts, whatever had become of the order': {
      holds: ({ before, now, event }) =>
        event?.type !== 'order.paid' || now.value === before.value || now.matches('paid'),
      brokenBy: 'orderRecord.expired on order.paid: to #orderRecord.partlyRefunded instead of paid',
    },
    'nothing but the money makes an order paid': {
      holds: ({ before, now, event }) =>
        !now.matches('paid') || before.matches('paid') || event?.type === 'order.paid',
      brokenBy: 'orderRecord.open on order.expired: to #orderRecord.paid instead of expired',
    },
    'what was paid stays paid or goes back': {
      holds: ({ before, now }) =>
        !afterPaying.some((state) => before.matches(state)) ||
        afterPaying.some((state) => now.matches(state)),
      brokenBy:
        'orderRecord.paid on order.chargedBack: to #orderRecord.open instead of chargedBack',
    },
  },
});
