import { failed } from '../port-actors.ts';
import { signInSetup } from './sign-in.setup.ts';
import { begun } from './sign-in.ways.ts';

const deadLink = {
  guard: { type: 'isDeadLink', params: failed },
  target: 'leaving',
  actions: { type: 'setFailure', params: failed },
} as const;

const otherWay = { target: 'leaving', actions: 'clearFailure' } as const;

/* if the link cannot be removed from storage, a reload opens the link again */
const toOtherWays = { target: '#signIn.choosing' } as const;

/**
 * Handles a mailed link. The dialog first shows the account of the link, because a stranger may
 * have sent the link. Only a press of the button uses up the link, because mail scanners open links
 * as well.
 */
export const linked = signInSetup.createStateConfig({
  initial: 'looking',
  exit: 'clearLinkAddress',
  states: {
    looking: {
      tags: 'busy',
      meta: { view: 'a note that the mailed link is being checked' },
      on: { 'codeWay.chosen': otherWay },
      invoke: {
        id: 'lookAtLink',
        src: 'lookAtLink',
        input: ({ context: { link } }) => (link === null ? null : { link }),
        onDone: {
          target: 'asking',
          actions: { type: 'setLinkAddress', params: ({ event }) => event.output },
        },
        onError: [deadLink, { target: 'unread', actions: { type: 'setFailure', params: failed } }],
      },
    },
    unread: {
      meta: { view: 'why the link could not be checked, and a button to try again' },
      on: {
        'link.retried': { target: 'looking', actions: 'clearFailure' },
        'codeWay.chosen': otherWay,
      },
    },
    asking: {
      meta: {
        view: 'the question whether to sign in with the address that the link was mailed to',
      },
      on: {
        'link.accepted': { target: 'checking', actions: 'clearFailure' },
        'codeWay.chosen': otherWay,
      },
    },
    checking: {
      tags: 'busy',
      meta: { view: 'a note that the sign-in is being completed' },
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context: { link } }) => (link === null ? null : { kind: 'link', link }),
        onDone: { target: '#signIn.welcomed', actions: { type: 'tellSession', params: begun } },
        onError: [deadLink, { target: 'asking', actions: { type: 'setFailure', params: failed } }],
      },
    },
    leaving: {
      meta: { view: 'the dialog, empty for a moment' },
      invoke: { id: 'forgetLink', src: 'forgetLink', onDone: toOtherWays, onError: toOtherWays },
    },
  },
});
