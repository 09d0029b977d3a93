import { failed } from '../port-actors.ts';
import { planIn, subscriptionSetup } from './subscription.setup.ts';
import type { SubscriptionContext } from './subscription.types.ts';

type InContext = { context: SubscriptionContext };

const wishedPlan = ({ context }: InContext) => {
  const plan = planIn(context);
  return plan && context.chosen !== null ? { id: plan.id, productCode: context.chosen } : null;
};

const backTo = (target: string) =>
  ({
    target,
    actions: [
      { type: 'setFailure', params: failed },
      { type: 'reportFailure', params: failed },
    ],
  }) as const;

const closing = {
  'change.left': {
    // the server's data may have changed while the plans were on screen
    target: '#subscription.shown.still.looking',
    actions: ['dropPreview', 'clearLast'],
  },
} as const;

const choosing = {
  'plan.chosen': {
    guard: {
      type: 'isOffered',
      params: ({ event }: { event: { productCode: string } }) => event,
    },
    target: 'previewing',
    actions: {
      type: 'choose',
      params: ({ event }: { event: { productCode: string } }) => event,
    },
  },
} as const;

/**
 * Changes to another plan in two steps. The visitor chooses a plan and sees a preview, and then
 * confirms.
 */
export const changing = subscriptionSetup.createStateConfig({
  tags: 'unkept',
  initial: 'pricing',
  states: {
    pricing: {
      meta: { view: 'a note that the plans on offer are loading' },
      invoke: {
        id: 'loadPrices',
        src: 'loadPrices',
        input: ({ context }) => ({
          country: null,
          currency: planIn(context)?.lastPaymentCurrency ?? null,
        }),
        onDone: {
          target: 'choosing',
          actions: { type: 'setPrices', params: ({ event }) => ({ prices: event.output }) },
        },
        onError: backTo('#subscription.shown.still'),
      },
    },
    choosing: {
      meta: { view: 'the plans to choose from' },
      on: { ...closing, ...choosing },
    },
    previewing: {
      meta: { view: 'the chosen plan, its amounts loading' },
      on: closing,
      invoke: {
        id: 'previewChange',
        src: 'previewChange',
        input: wishedPlan,
        onDone: {
          target: 'confirming',
          actions: { type: 'setPreview', params: ({ event }) => ({ preview: event.output }) },
        },
        onError: backTo('choosing'),
      },
    },
    confirming: {
      meta: { view: 'the price and the credits of the change, and the button that confirms it' },
      on: {
        ...closing,
        ...choosing,
        'change.confirmed': { target: 'sending', actions: 'clearLast' },
      },
    },
    sending: {
      meta: { view: 'the price and the credits of the change, being made' },
      invoke: {
        id: 'changePlan',
        src: 'changePlan',
        input: ({ context }) => {
          const wish = wishedPlan({ context });
          const { preview } = context;
          return (
            wish &&
            preview && { ...wish, amount: preview.amount, idempotencyKey: preview.idempotencyKey }
          );
        },
        onDone: {
          target: '#subscription.shown.still.looking',
          actions: [
            { type: 'setPlan', params: ({ event }) => ({ plan: event.output }) },
            'dropPreview',
            'noteChanged',
            'tellChanged',
          ],
        },
        onError: [
          {
            guard: { type: 'hasNewPrice', params: failed },
            target: 'previewing',
            actions: { type: 'setFailure', params: failed },
          },
          // the key of a declined change cannot be used again, so the preview is loaded again with
          // a new key
          {
            ...backTo('previewing'),
            guard: { type: 'isDeclined', params: failed },
          },
          backTo('confirming'),
        ],
      },
    },
  },
});
