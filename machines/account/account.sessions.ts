import { failed } from '../port-actors.ts';
import { accountSetup } from './account.setup.ts';

const notEnded = {
  target: 'listed',
  actions: [
    { type: 'setSessionsFailure', params: failed },
    { type: 'reportFailure', params: failed },
  ],
} as const;

export const sessions = accountSetup.createStateConfig({
  initial: 'loading',
  on: {
    // the list is loaded again, because a new password ends all other sessions
    'account.changed': { target: '.loading', actions: 'clearSessionsFailure' },
  },
  states: {
    loading: {
      meta: { view: 'a note that the devices are loading' },
      invoke: {
        id: 'listSessions',
        src: 'listSessions',
        onDone: {
          target: 'listed',
          actions: { type: 'setSessions', params: ({ event }) => ({ sessions: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: [
            { type: 'setSessionsFailure', params: failed },
            { type: 'reportFailure', params: failed },
          ],
        },
      },
    },
    failed: {
      meta: { view: 'a message that the devices could not be loaded, with a button to try again' },
      on: {
        'sessions.retried': { target: 'loading' },
        'server.changed': { target: 'loading' },
        'connection.restored': { target: 'loading' },
      },
    },
    listed: {
      entry: 'clearEnding',
      meta: { view: 'the devices' },
      on: {
        'session.ended': {
          guard: { type: 'isElsewhere', params: ({ event }) => event },
          target: 'endingOne',
          actions: { type: 'markEnding', params: ({ event }) => event },
        },
        'otherSessions.ended': {
          guard: 'hasOthers',
          target: 'endingOthers',
          actions: 'clearSessionsFailure',
        },
      },
    },
    endingOne: {
      meta: { view: 'the devices, one of them being signed out' },
      invoke: {
        id: 'endOneSession',
        src: 'endOneSession',
        input: ({ context: { endingId } }) => (endingId === null ? null : { id: endingId }),
        onDone: { target: 'listed', actions: ['dropEnded', 'toastEnded'] },
        onError: notEnded,
      },
    },
    endingOthers: {
      meta: { view: 'the devices, all others being signed out' },
      invoke: {
        id: 'endOtherSessions',
        src: 'endOtherSessions',
        onDone: { target: 'listed', actions: ['dropOthers', 'toastOthersEnded'] },
        onError: notEnded,
      },
    },
  },
});
