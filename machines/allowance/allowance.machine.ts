import { assign, sendTo, setup } from 'xstate';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { UserInfo } from '../model/user.ts';
import { neededCallOrFail } from '../port-actors.ts';
import type { ClockPort } from '../ports/clock.port.ts';
import type { AllowanceContext, AllowanceEvent } from './allowance.types.ts';

type WithUser = { user: UserInfo | null };

/** Makes the session load the user again when a new day renews the allowance. */
export const allowanceMachine = setup({
  types: {
    context: {} as AllowanceContext,
    events: {} as AllowanceEvent,
    meta: {} as StateMeta,
  },
  actors: { waitUntil: neededCallOrFail<ClockPort['waitUntil']>('waitUntil') },
  guards: { hasAllowance: (_, { user }: WithUser) => Boolean(user?.allowance) },
  actions: {
    setEnd: assign((_, { user }: WithUser) => ({ resetsAt: user?.allowance?.resetsAt ?? null })),
    askForUser: sendTo(chart('session'), { type: 'user.outdated' }),
  },
  delays: { askAgain: 60_000 },
}).createMachine({
  id: 'allowance',
  options: { maxIterations: 1000 },
  context: { resetsAt: null },
  initial: 'unlimited',
  on: {
    'user.changed': [
      {
        guard: { type: 'hasAllowance', params: ({ event }) => event },
        target: '.running',
        reenter: true,
        actions: { type: 'setEnd', params: ({ event }) => event },
      },
      { target: '.unlimited', actions: { type: 'setEnd', params: ({ event }) => event } },
    ],
  },
  states: {
    unlimited: { meta: { view: 'no allowance' } },
    running: {
      meta: { view: "today's allowance" },
      invoke: {
        id: 'waitUntil',
        src: 'waitUntil',
        input: ({ context: { resetsAt } }) => (resetsAt === null ? null : { at: resetsAt }),
        onDone: { target: 'over' },
        onError: { target: 'unlimited' },
      },
    },
    over: {
      entry: 'askForUser',
      meta: { view: "yesterday's allowance, until the server has reported today's" },
      after: { askAgain: { target: 'over', reenter: true } },
    },
  },
});
