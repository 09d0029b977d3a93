import { describeChart } from '../../../machines/testing/chart-descriptor.ts';
import { orderMachine } from './order.machine.ts';

export const orderDescriptor = describeChart<typeof orderMachine>({
  machine: orderMachine,
  inputs: { 'a month': { product: 'month' } },
  people: {
    'method.chosen': { card: { method: 'card' } },
    'pay.pressed': {},
    'order.abandoned': {},
  },
  actors: {
    createOrder: { done: { '': 'order-1' }, error: { offline: new Error('offline') } },
    watchOrder: {
      sends: {
        '': { type: 'provider.redirected', url: 'https://pay.example' },
        paid: { type: 'provider.settled', paid: true },
        declined: { type: 'provider.settled', paid: false },
      },
      error: { broken: new Error('broken') },
    },
  },
  reads: ({ method, tries }) => [method !== null, tries],
});
