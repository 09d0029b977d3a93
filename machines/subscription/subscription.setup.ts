import { assign, sendTo } from 'xstate';
import type { CancellationInput } from '../cancellation/cancellation.types.ts';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { DialogRequested } from '../dialogs/dialogs.types.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import {
  type ChangePreview,
  canChange,
  changeOutcome,
  isBeingChanged,
  isPastDue,
  isRenewing,
  type Membership,
  type OlderOrders,
  type Plan,
  renewedOrders,
} from '../model/membership.ts';
import type { Order } from '../model/order.ts';
import type { PriceList } from '../model/price.ts';
import type { StakeTag } from '../model/stake.ts';
import { isLoggedIn, type UserInfo } from '../model/user.ts';
import { ports } from '../port-actors.ts';
import type { OrderPort } from '../ports/order.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { SubscriptionPort } from '../ports/subscription.port.ts';
import { plansFor } from './subscription.plans.ts';
import type {
  CancellationKind,
  SubscriptionContext,
  SubscriptionEvent,
  SubscriptionInput,
} from './subscription.types.ts';

type Failed = { failure: PortFailure };
type WithCode = { code: string };
type Chosen = { productCode: string };

const leaving = (input: CancellationInput): DialogRequested => {
  const id = `cancellation.${input.kind}`;
  return {
    type: 'dialog.requested',
    dialog: { id, name: id, requester: null, kind: 'cancellation', input },
  };
};

export const planIn = ({ membership }: SubscriptionContext): Plan | null =>
  membership?.plan ?? null;

export const orderIn = ({ membership }: SubscriptionContext, code: string): Order | undefined =>
  membership?.orders.find((one) => one.code === code);

export const subscriptionSetup = setupChart({
  types: {
    context: {} as SubscriptionContext,
    events: {} as SubscriptionEvent,
    input: {} as SubscriptionInput,
    meta: {} as StateMeta,
    tags: {} as StakeTag,
  },
  actors: {
    ...ports({
      calls: [
        'loadMembership',
        'loadOlderOrders',
        'resumePlan',
        'retryRenewal',
        'previewChange',
        'changePlan',
      ],
    }).of<SubscriptionPort>(),
    ...ports({ calls: ['loadPrices'] }).of<OrderPort>(),
  },
  guards: {
    isKnownUser: ({ context }) => context.visitor !== null && context.visitor !== '',
    isGuest: ({ context }) => context.visitor === '',
    isUser: (_, { user }: { user: UserInfo | null }) => isLoggedIn(user),
    canCancel: ({ context }) => isRenewing(planIn(context)),
    canWithdraw: ({ context }, { code }: WithCode) =>
      typeof orderIn(context, code)?.withdrawableUntil === 'string',
    hasOlder: ({ context }) => context.membership?.nextCursor != null,
    canResume: ({ context }) => planIn(context)?.canResume === true,
    canRetry: ({ context }) => isPastDue(planIn(context)),
    canChange: ({ context }) => canChange(planIn(context)),
    isBeingChanged: ({ context }) => isBeingChanged(planIn(context)),
    isOffered: ({ context }, { productCode }: Chosen) =>
      plansFor(context.prices, planIn(context)).some(({ code }) => code === productCode),
    hasNewPrice: (_, { failure }: Failed) => failure.code === 'price_changed',
    isDeclined: (_, { failure }: Failed) => failure.code === 'payment_declined',
  },
  actions: {
    setMembership: assign((_, { membership }: { membership: Membership }) => ({
      membership,
      failure: null,
    })),
    renewMembership: assign(({ context }, { membership }: { membership: Membership }) => ({
      membership: renewedOrders(context.membership, membership),
      outcome: changeOutcome(planIn(context), membership.plan) ?? context.outcome,
    })),
    setPlan: assign(({ context: { membership } }, { plan }: { plan: Plan }) => ({
      membership: membership && { ...membership, plan },
    })),
    /**
     * adds older orders without duplicates; an order that was paid in the meantime can be in both
     * lists
     */
    addOlder: assign(({ context: { membership } }, { orders, nextCursor }: OlderOrders) => ({
      membership: membership && {
        ...membership,
        orders: [
          ...membership.orders,
          ...orders.filter(({ code }) => membership.orders.every((one) => one.code !== code)),
        ],
        nextCursor,
      },
    })),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    clearLast: assign({ failure: null, outcome: null }),
    noteResumed: assign({ outcome: 'resumed' }),
    noteRetried: assign({ outcome: 'retried' }),
    /** reports the change as done, unless its charge is still under way and may be declined */
    noteChanged: assign(({ context }) => ({
      outcome: isBeingChanged(planIn(context)) ? null : ('changed' as const),
    })),
    /** notifies the tabs chart, because the credits have changed for this tab and other tabs */
    tellChanged: sendTo(chart('tabs'), { type: 'change.noticed' }),
    setPrices: assign((_, { prices }: { prices: PriceList }) => ({ prices })),
    choose: assign((_, { productCode }: Chosen) => ({
      chosen: productCode,
      preview: null,
      failure: null,
    })),
    setPreview: assign((_, { preview }: { preview: ChangePreview }) => ({ preview })),
    dropPreview: assign({ chosen: null, preview: null }),
    openByCode: sendTo(chart('dialogs'), (_, { kind }: { kind: CancellationKind }) =>
      leaving({ kind, plan: null, order: null }),
    ),
    openCancel: sendTo(chart('dialogs'), ({ context }) =>
      leaving({ kind: 'cancel', plan: planIn(context), order: null }),
    ),
    openWithdraw: sendTo(chart('dialogs'), ({ context }, { code }: WithCode) =>
      leaving({ kind: 'withdraw', plan: null, order: orderIn(context, code) ?? null }),
    ),
    reportFailure: sendRejected(),
  },
  delays: { changePause: 5000 },
});
