import { describeChart } from '../../../testing/chart-descriptor.ts';
import { subscriptionMachine } from '../subscription.machine.ts';

export const subscriptionRecordDescriptor = describeChart<typeof subscriptionMachine>({
  machine: subscriptionMachine,
  charts: {
    'subscription.renewed': {},
    'subscription.paymentFailed': {},
    'subscription.cancelled': {},
    'subscription.resumed': {},
    'subscription.changed': {},
    'subscription.ended': {},
  },
  reads: () => null,
  laws: {
    'a plan that was cancelled is charged again only after its user resumed it': {
      holds: ({ before, now, event }) =>
        !before.matches('ending') ||
        event?.type === 'subscription.resumed' ||
        !(now.matches('active') || now.matches('pastDue')),
      brokenBy:
        'subscriptionRecord.ending on subscription.ended: to #subscriptionRecord.active instead of ended',
    },
    'a plan that was cancelled runs until its end': {
      holds: ({ before, now, event }) =>
        event?.type !== 'subscription.cancelled' ||
        now.value === before.value ||
        now.matches('ending'),
      brokenBy:
        'subscriptionRecord.active on subscription.cancelled: to #subscriptionRecord.ended instead of ending',
    },
    'a plan whose last retry failed is over': {
      holds: ({ before, now, event }) =>
        event?.type !== 'subscription.ended' || !before.matches('pastDue') || now.matches('ended'),
      brokenBy:
        'subscriptionRecord.pastDue on subscription.ended: to #subscriptionRecord.active instead of ended',
    },
  },
});
