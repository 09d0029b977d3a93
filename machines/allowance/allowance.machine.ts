import { assign, sendTo } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { UserInfo } from '../model/user.ts';
import { ports } from '../port-actors.ts';
import type { ClockPort } from '../ports/clock.port.ts';
import type { AllowanceContext, AllowanceEvent } from './allowance.types.ts';

type WithUser = { user: UserInfo | null };

/** Makes the session chart load the user again when the daily allowance is renewed. */
export const allowanceMachine = setupChart({
  types: {
    context: {} as AllowanceContext,
    events: {} as AllowanceEvent,
    meta: {} as StateMeta,
  },
  actors: ports({ calls: ['waitUntil'] }).of<ClockPort>(),
  guards: { hasAllowance: (_, { user }: WithUser) => Boolean(user?.allowance) },
  actions: {
    setEnd: assign((_, { user }: WithUser) => ({ resetsAt: user?.allowance?.resetsAt ?? null })),
    askForUser: sendTo(chart('session'), { type: 'user.outdated' }),
  },
  delays: { askAgain: 60_000 },
}).createMachine({
  id: 'allowance',
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
