// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { leavingMachine } from '../../../machines/leaving/leaving.machine.ts';
import { subscriptionMachine } from '../../../machines/subscription/subscription.machine.ts';
import { pastDuePlan, sampleWithdrawal } from '../../../machines/testing/sample-plans.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { ReviewingStep } from './leaving-end-steps.tsx';
import { PlanCard } from './plan-card.tsx';
import { PlanChange } from './plan-change.tsx';

/* What a plan's page and the way out of it say in cases that few plans are in. */

const subscription = createActor(subscriptionMachine, { input: { visitor: null } }).getSnapshot();
const leaving = createActor(leavingMachine, {
  input: { kind: 'withdraw', plan: null, order: null },
}).getSnapshot();

it.each([
  [[], null],
  [['2030-02-02T00:00:00.000Z'], /^[^·]*2030[^·]*$/],
  [['2030-02-02T00:00:00.000Z', '2030-02-04T00:00:00.000Z'], /^[^·]*2030[^·]* · [^·]*2030[^·]*$/],
])('says when a declined renewal is tried again: %j', async (retries, days) => {
  await renderAtRest(<PlanCard plan={{ ...pastDuePlan, retries }} />, { subscription });
  const told = screen.queryByText('We try again on')?.nextElementSibling?.textContent ?? null;
  if (days === null) expect(told).toBeNull();
  else expect(told).toMatch(days);
});

it.each([true, false])('says whether a withdrawal ends the plan: %s', async (endsPlan) => {
  const withdrawal = { ...sampleWithdrawal, endsPlan };
  await renderAtRest(<ReviewingStep />, {
    leaving: leavingMachine.resolveState({
      ...{ value: 'reviewing', context: { ...leaving.context, withdrawal } },
    }),
  });
  const ends = 'The plan ends at once, and nothing more is charged.';
  expect(screen.queryAllByText(ends)).toHaveLength(endsPlan ? 1 : 0);
  expect(screen.getByText(/^You can withdraw until .*2030/)).toBeTruthy();
});

it('leads to the plans with the focus when another plan was asked for', async () => {
  await renderAtRest(<PlanChange step="pricing" />, { subscription });
  expect(document.activeElement?.textContent).toBe('Which plan would you like?');
});
