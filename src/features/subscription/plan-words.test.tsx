// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, type StateFrom } from 'xstate';
import { appMachine } from '../../../machines/app/app.machine.ts';
import { cancellationMachine } from '../../../machines/cancellation/cancellation.machine.ts';
import type { Plan } from '../../../machines/model/membership.ts';
import { purchaseMachine } from '../../../machines/purchase/purchase.machine.ts';
import { subscriptionMachine } from '../../../machines/subscription/subscription.machine.ts';
import {
  endedPlan,
  endingPlan,
  oneTimePlan,
  pastDuePlan,
  samplePlan,
  sampleWithdrawal,
} from '../../../machines/testing/sample-plans.ts';
import { openOrder, sampleOrder } from '../../../machines/testing/sample-prices.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { ReviewingStep } from './cancellation-end-steps.tsx';
import { PlanCard } from './plan-card.tsx';
import { PlanChange } from './plan-change.tsx';
import { PlanOrders } from './plan-orders.tsx';
import { PlanPanel } from './plan-panel.tsx';

/* Tests texts of the plan page and its dialogs that are shown only in rare cases. */

const app = createActor(appMachine, {
  input: { path: '/manage-membership-plan', messages: {} },
}).getSnapshot();
const subscription = createActor(subscriptionMachine, { input: { visitor: null } }).getSnapshot();
const purchase = createActor(purchaseMachine, { input: { path: '/' } }).getSnapshot();
const cancellation = createActor(cancellationMachine, {
  input: { kind: 'withdraw', plan: null, order: null },
}).getSnapshot();

it.each([
  [[], null],
  [['2030-02-02T00:00:00.000Z'], /^[^·]*2030[^·]*$/],
  [['2030-02-02T00:00:00.000Z', '2030-02-04T00:00:00.000Z'], /^[^·]*2030[^·]* · [^·]*2030[^·]*$/],
])('shows when a declined renewal is tried again: %j', async (retries, days) => {
  await renderAtRest(<PlanCard plan={{ ...pastDuePlan, retries }} />, { subscription });
  const told = screen.queryByText('We try again on')?.nextElementSibling?.textContent ?? null;
  if (days === null) expect(told).toBeNull();
  else expect(told).toMatch(days);
});

it.each([true, false])('shows whether a withdrawal ends the plan: %s', async (endsPlan) => {
  const withdrawal = { ...sampleWithdrawal, endsPlan };
  await renderAtRest(<ReviewingStep />, {
    cancellation: cancellationMachine.resolveState({
      value: 'reviewing',
      context: { ...cancellation.context, withdrawal },
    }),
  });
  const ends = 'The plan ends right away, and nothing more is charged.';
  expect(screen.queryAllByText(ends)).toHaveLength(endsPlan ? 1 : 0);
  expect(screen.getByText(/^You can withdraw until .*2030/)).toBeTruthy();
});

it('moves the focus to the plans when another plan was requested', async () => {
  await renderAtRest(<PlanChange step="pricing" />, { subscription });
  expect(document.activeElement?.textContent).toBe('Which plan would you like?');
});

const shown = (plan: Plan) =>
  subscriptionMachine.resolveState({
    value: { shown: { still: 'current' } },
    context: { ...subscription.context, membership: { plan, orders: [], nextCursor: null } },
  });

it('shows a plan that was paid once as active, with its end, and offers renewal (R51, R52)', async () => {
  await renderAtRest(<PlanCard plan={oneTimePlan} />, { subscription: shown(oneTimePlan) });
  expect(screen.getByText('Active')).toBeTruthy();
  expect(screen.getByText(/^This plan ends on .*2030\. It doesn’t renew/)).toBeTruthy();
  expect(screen.queryByText(/canceled/i)).toBeNull();
  expect(screen.getByRole('button', { name: 'Renew automatically' })).toBeTruthy();
  expect(document.querySelector('[data-front-status="10"]')).toBeTruthy();
});

it('shows a cancelled plan as cancelled (R51, R52)', async () => {
  const plan = endingPlan();
  await renderAtRest(<PlanCard plan={plan} />, { subscription: shown(plan) });
  expect(screen.getByText('Canceled, still running')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Renew automatically again' })).toBeTruthy();
});

it.each([
  [1, 4, 'Monthly plan'],
  [3, 4, 'Plan for 3 months'],
  [2, 3, 'Plan for 2 weeks'],
])(
  'names a plan of %i of unit %i by number and unit (R48, R50)',
  async (currentCycle, currentCycleUnit, name) => {
    const plan = samplePlan({ currentCycle, currentCycleUnit });
    await renderAtRest(<PlanCard plan={plan} />, { subscription: shown(plan) });
    expect(screen.getByRole('heading', { name })).toBeTruthy();
  },
);

it('shows that a change is being paid for, and offers no other change meanwhile', async () => {
  const plan = samplePlan({ pendingChange: 'plan-year' });
  await renderAtRest(<PlanCard plan={plan} />, { subscription: shown(plan) });
  expect(screen.getByText(/^The payment for your plan change/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change plan' })).toBeNull();
});

it.each<[string, StateFrom<typeof subscriptionMachine>['value'], Plan | null]>([
  ['to a guest', 'signedOut', null],
  ['after a plan has ended', { shown: { still: 'current' } }, endedPlan],
])('offers to choose a plan %s', async (_, value, plan) => {
  const membership = plan && { plan, orders: [], nextCursor: null };
  await renderAtRest(<PlanPanel />, {
    subscription: subscriptionMachine.resolveState({
      value,
      context: { ...subscription.context, membership },
    }),
  });
  expect(screen.getByRole('button', { name: 'Choose a plan' })).toBeTruthy();
});

it('offers no other plan while the payment of one may arrive (R73)', async () => {
  const open = [{ ...openOrder, productKind: 'plan' as const, mayArrive: true }];
  await renderAtRest(<PlanPanel />, {
    app,
    purchase: { ...purchase, context: { ...purchase.context, open } } as typeof purchase,
    subscription: subscriptionMachine.resolveState({
      value: { shown: { still: 'current' } },
      context: {
        ...subscription.context,
        membership: { plan: null, orders: [], nextCursor: null },
      },
    }),
  });
  expect(screen.getByRole('heading', { name: 'You have no plan' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose a plan' })).toBeNull();
});

it.each<[string, Plan | null]>([
  ['without a plan', null],
  ['with a plan', samplePlan()],
])('offers a user %s cancellation and withdrawal by order number (R74)', async (_, plan) => {
  const { sent } = await renderAtRest(<PlanPanel />, {
    app,
    purchase,
    subscription: subscriptionMachine.resolveState({
      value: { shown: { still: 'current' } },
      context: { ...subscription.context, membership: { plan, orders: [], nextCursor: null } },
    }),
  });
  const section = screen.getByRole('region', { name: 'Bought with another email?' });
  fireEvent.click(within(section).getByRole('button', { name: 'Cancel a plan' }));
  fireEvent.click(within(section).getByRole('button', { name: 'Withdraw from a purchase' }));
  expect(sent.mock.calls).toEqual([
    ['subscription', { type: 'codeWay.chosen', kind: 'cancel' }],
    ['subscription', { type: 'codeWay.chosen', kind: 'withdraw' }],
  ]);
});

it.each([
  ['midnight', new Date(2030, 0, 2, 0, 0), /^Can be paid until midnight$/],
  ['another time', new Date(2030, 0, 2, 12, 0), /^Can be paid until January 2, 2030, 12:00\sPM$/],
])('shows until when an order can be paid: %s', async (_, until, text) => {
  const orders = [sampleOrder({ expiresAt: until.toISOString() })];
  await renderAtRest(<PlanOrders />, {
    purchase,
    subscription: subscriptionMachine.resolveState({
      value: { shown: { still: 'current' } },
      context: { ...subscription.context, membership: { plan: null, orders, nextCursor: null } },
    }),
  });
  expect(screen.getByText(text)).toBeTruthy();
});
