import { counting } from '../form/resending.ts';
import { emptyForm } from './sign-in.form.ts';
import { linked } from './sign-in.linked.ts';
import { choosing, confirming, forgotten, joining } from './sign-in.mailing.ts';
import { signInSetup } from './sign-in.setup.ts';
import type { SignInOutput } from './sign-in.types.ts';
import { checking, typing } from './sign-in.typing.ts';
import { withPassword, withProvider } from './sign-in.ways.ts';

/**
 * Signs a visitor in by a mailed code, a password, an identity provider or a mailed link (R15, R23
 * to R29).
 */
export const signInMachine = signInSetup.createMachine({
  id: 'signIn',
  context: ({ input }) => ({
    ...input,
    form: emptyForm,
    use: 'signIn',
    ...counting(0),
    idToken: null,
    linkAddress: null,
    hasProvider: false,
    failure: null,
  }),
  // the chart's output is the output of its final state
  output: ({ event }) => event.output as SignInOutput,
  initial: 'opening',
  on: {
    'dialog.cancelled': { target: '.cancelled' },
    // the visitor has signed in in another tab, so the code of this tab is no longer needed
    'session.begun': { target: '.welcomed' },
  },
  states: {
    opening: {
      meta: { view: 'the dialog, empty for a moment' },
      invoke: {
        id: 'findPendingCode',
        src: 'findPendingCode',
        onDone: [
          {
            guard: 'hasLink',
            target: 'linked',
            actions: { type: 'takeProvider', params: ({ event }) => event.output },
          },
          {
            // the code belongs to a sign-in by an identity provider, whose token was lost in a
            // reload
            guard: { type: 'isForLostProof', params: ({ event }) => event.output },
            target: 'choosing',
            actions: { type: 'takePending', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isPending', params: ({ event }) => event.output },
            target: 'typing',
            actions: { type: 'takePending', params: ({ event }) => event.output },
          },
          {
            target: 'choosing',
            actions: { type: 'takeProvider', params: ({ event }) => event.output },
          },
        ],
        onError: [{ guard: 'hasLink', target: 'linked' }, { target: 'choosing' }],
      },
    },
    choosing: {
      ...choosing,
      on: {
        'passwordWay.chosen': { target: 'withPassword' },
        'provider.chosen': {
          guard: 'hasProvider',
          target: 'withProvider',
          actions: 'clearFailure',
        },
      },
    },
    joining: { ...joining, on: { 'codeWay.chosen': { target: 'choosing' } } },
    forgotten: {
      ...forgotten,
      on: { 'codeWay.chosen': { target: 'choosing' } },
    },
    confirming: {
      ...confirming,
      on: { 'codeWay.chosen': { target: 'choosing' } },
    },
    typing,
    checking,
    withPassword,
    withProvider,
    linked,
    /** the session has begun; the code is no longer needed */
    welcomed: {
      meta: { view: 'the dialog, about to close' },
      invoke: {
        id: 'forgetPendingCode',
        src: 'keepPendingCode',
        input: { pending: null },
        onDone: { target: 'signedIn' },
        onError: { target: 'signedIn' },
      },
    },
    signedIn: { type: 'final', output: 'signedIn', meta: { view: 'nothing visible' } },
    cancelled: { type: 'final', output: 'cancelled', meta: { view: 'nothing visible' } },
  },
});
