// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { accountMachine } from '../../../machines/account/account.machine.ts';
import { appMachine } from '../../../machines/app/app.machine.ts';
import type { Allowance } from '../../../machines/model/user.ts';
import { purchaseMachine } from '../../../machines/purchase/purchase.machine.ts';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import { member } from '../../../machines/testing/samples.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { CreditsSection } from './credits-section.tsx';

/* Tests that today's free credits are shown beside the balance. */

const account = accountMachine.resolveState({
  value: {
    shown: {
      preferences: 'still',
      sessions: 'listed',
      copy: 'still',
      clock: 'counted',
      credits: 'listed',
      creditsFile: 'still',
    },
  },
  context: {
    visitor: member.id,
    isCopyOver: false,
    account: null,
    failure: null,
    wanted: null,
    preferencesFailure: null,
    credits: { balance: 8, lots: [], lines: [], nextCursor: null },
    creditsFailure: null,
    fileFailure: null,
    sessions: [],
    endingId: null,
    sessionsFailure: null,
    exportFailure: null,
    clock: { count: 0, next: null },
    recount: { count: 0, next: null, cursor: null },
    cursor: null,
  },
});

const app = createActor(appMachine, { input: { path: '/account', messages: {} } }).getSnapshot();
const purchase = createActor(purchaseMachine, { input: { path: '/account' } }).getSnapshot();

const open = (allowance: Allowance | null) =>
  renderAtRest(<CreditsSection />, {
    app,
    account,
    purchase,
    session: sessionMachine.resolveState({
      value: { known: { identity: 'signedIn' } },
      context: {
        user: { ...member, allowance },
        token: 'token-1',
        leftToken: null,
        endedToken: '',
      },
    }),
  });

const resetsAt = '2027-01-02T00:00:00.000Z';
const freeCredits = () => screen.queryByText(/^Plus /)?.textContent ?? null;

it.each([
  [1, 0, 'Plus 1 free credit today. You get 1 new ones every day.'],
  [20, 4, 'Plus 16 free credits today. You get 20 new ones every day.'],
])('shows the free credits that remain of %d today, %d of them used', async (limit, used, text) => {
  await open({ limit, used, resetsAt });
  expect(freeCredits()).toBe(text);
});

it.each([
  ['the allowance is unknown', null],
  ['there are none', { limit: 0, used: 0, resetsAt }],
])('is silent about free credits if %s', async (_, allowance) => {
  await open(allowance);
  expect(screen.getByText('8 credits of your own')).toBeTruthy();
  expect(freeCredits()).toBeNull();
});
