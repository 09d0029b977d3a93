import { failed } from '../port-actors.ts';
import { accountSetup } from './account.setup.ts';

/** Reports a failed renewal. The old data stays on screen. */
const unanswered = {
  target: 'current',
  actions: { type: 'reportFailure', params: failed },
} as const;

const again = {
  'server.changed': { target: 'credits', reenter: true },
} as const;

/** Loads all data again, one part after the other, while the old data stays on screen. */
export const renewal = accountSetup.createStateConfig({
  initial: 'current',
  states: {
    current: { meta: { view: 'the account' }, on: again },
    credits: {
      meta: { view: 'the account with the old data' },
      invoke: {
        id: 'renewCredits',
        src: 'loadCredits',
        input: { cursor: null },
        onDone: {
          target: 'details',
          actions: { type: 'renewCredits', params: ({ event }) => ({ page: event.output }) },
        },
        onError: unanswered,
      },
      on: again,
    },
    details: {
      meta: { view: 'the account with the old data' },
      invoke: {
        id: 'renewAccount',
        src: 'loadAccount',
        onDone: {
          target: 'sessions',
          actions: { type: 'renewAccount', params: ({ event }) => ({ account: event.output }) },
        },
        onError: unanswered,
      },
      // the running request began before this change, so its answer may be outdated
      on: { ...again, 'account.changed': { target: 'sessions' } },
    },
    sessions: {
      meta: { view: 'the account with the old data' },
      invoke: {
        id: 'renewSessions',
        src: 'listSessions',
        onDone: {
          target: 'records',
          actions: { type: 'setSessions', params: ({ event }) => ({ sessions: event.output }) },
        },
        onError: unanswered,
      },
      on: {
        ...again,
        'session.ended': { target: 'records' },
        'otherSessions.ended': { target: 'records' },
      },
    },
    records: {
      entry: 'beginRecount',
      on: again,
      initial: 'counting',
      states: {
        counting: {
          meta: { view: 'the account with the old data' },
          invoke: {
            id: 'renewClock',
            src: 'listRecords',
            input: ({ context }) => ({ cursor: context.recount.cursor }),
            onDone: [
              {
                guard: { type: 'hasMore', params: ({ event }) => ({ page: event.output }) },
                target: 'counting',
                reenter: true,
                actions: { type: 'addToRecount', params: ({ event }) => ({ page: event.output }) },
              },
              {
                target: '#account.shown.renewal.current',
                actions: [
                  { type: 'addToRecount', params: ({ event }) => ({ page: event.output }) },
                  'takeRecount',
                ],
              },
            ],
            onError: { ...unanswered, target: '#account.shown.renewal.current' },
          },
        },
      },
    },
  },
});
