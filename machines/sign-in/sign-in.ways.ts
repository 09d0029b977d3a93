import type { NewSession } from '../model/account.ts';
import { failed } from '../port-actors.ts';
import { passwordStep, proofByPassword } from './sign-in.form.ts';
import { change } from './sign-in.mailing.ts';
import { signInSetup } from './sign-in.setup.ts';
import type { SignInEvent, SignInField } from './sign-in.types.ts';

type OfField = Extract<SignInEvent, { name: SignInField }>;

const field = ({ event }: { event: OfField }) => ({ name: event.name, step: passwordStep });

const both = { step: passwordStep };

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
      on: {
        'field.changed': {
          guard: { type: 'isOfStep', params: field },
          actions: { type: 'change', params: change },
        },
        'field.left': {
          guard: { type: 'isOfStep', params: field },
          actions: { type: 'leaveField', params: field },
        },
        'form.submitted': [
          {
            guard: { type: 'canSend', params: both },
            target: 'checking',
            actions: 'clearFailure',
          },
          { actions: { type: 'showProblems', params: both } },
        ],
      },
    },
    checking: {
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

/** The identity provider's window, then the server's check of its proof. */
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
