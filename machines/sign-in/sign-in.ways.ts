import type { NewSession } from '../model/account.ts';
import { failed } from '../port-actors.ts';
import { proofByPassword, signInForm } from './sign-in.form.ts';
import { signInSetup } from './sign-in.setup.ts';

export const begun = ({ event }: { event: { output: NewSession } }) => ({ session: event.output });

export const withPassword = signInSetup.createStateConfig({
  initial: 'asking',
  on: {
    'codeWay.chosen': { target: 'choosing', actions: 'emptyPassword' },
    'password.forgotten': { target: 'forgotten', actions: 'emptyPassword' },
    'account.wanted': { target: 'joining', actions: 'emptyPassword' },
  },
  states: {
    asking: {
      meta: { view: 'fields for address and password' },
      on: signInForm.filling('password', 'checking'),
    },
    checking: {
      tags: 'busy',
      meta: { view: 'address and password, being checked' },
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => proofByPassword(context),
        onDone: { target: '#signIn.welcomed', actions: { type: 'tellSession', params: begun } },
        onError: { target: 'asking', actions: { type: 'setFailure', params: failed } },
      },
    },
  },
});

/** Opens the identity provider's window, and then sends its token to the server. */
export const withProvider = signInSetup.createStateConfig({
  initial: 'asking',
  on: { 'codeWay.chosen': { target: 'choosing' } },
  states: {
    asking: {
      meta: { view: 'a note that the provider’s window is waiting' },
      invoke: {
        id: 'askProvider',
        src: 'askProvider',
        onDone: {
          target: 'checking',
          actions: { type: 'setIdToken', params: ({ event }) => event.output },
        },
        onError: [
          { guard: { type: 'isClosed', params: failed }, target: '#signIn.choosing' },
          { target: '#signIn.choosing', actions: { type: 'setFailure', params: failed } },
        ],
      },
    },
    checking: {
      tags: 'busy',
      meta: { view: 'a note that the sign-in is being completed' },
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context: { idToken } }) =>
          idToken === null ? null : { kind: 'provider', idToken, mailed: null },
        onDone: { target: '#signIn.welcomed', actions: { type: 'tellSession', params: begun } },
        onError: [
          { guard: { type: 'isUnverified', params: failed }, target: '#signIn.confirming' },
          { target: '#signIn.choosing', actions: { type: 'setFailure', params: failed } },
        ],
      },
    },
  },
});
