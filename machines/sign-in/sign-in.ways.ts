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
    'codeWay.chosen': { target: 'choosing', actions: 'emptyPassword', meta: { req: 'R25' } },
    'password.forgotten': { target: 'forgotten', actions: 'emptyPassword', meta: { req: 'R28' } },
    'account.wanted': { target: 'joining', actions: 'emptyPassword', meta: { req: 'R24' } },
  },
  states: {
    asking: {
      meta: { view: 'fields for address and password' },
      on: {
        'field.changed': {
          guard: { type: 'isOfStep', params: field },
          actions: { type: 'change', params: change },
          meta: { req: 'R29' },
        },
        'field.left': {
          guard: { type: 'isOfStep', params: field },
          actions: { type: 'leaveField', params: field },
          meta: { req: 'R29' },
        },
        'form.submitted': [
          {
            guard: { type: 'canSend', params: both },
            target: 'checking',
            actions: 'forgetFailure',
            meta: { req: 'R25' },
          },
          { actions: { type: 'showProblems', params: both }, meta: { req: 'R29' } },
        ],
      },
    },
    checking: {
      meta: { view: 'address and password, being checked' },
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => proofByPassword(context),
        onDone: {
          target: '#signIn.welcomed',
          actions: { type: 'tellSession', params: begun },
          meta: { req: 'R25' },
        },
        onError: {
          target: 'asking',
          actions: { type: 'keepFailure', params: failed },
          meta: { req: 'R29' },
        },
      },
    },
  },
});

/** The identity provider's window, and what the server says of its proof. */
export const withProvider = signInSetup.createStateConfig({
  initial: 'asking',
  on: { 'codeWay.chosen': { target: 'choosing', meta: { req: 'R26' } } },
  states: {
    asking: {
      meta: { view: 'that the provider’s window waits' },
      invoke: {
        id: 'askProvider',
        src: 'askProvider',
        onDone: {
          target: 'checking',
          actions: { type: 'keepIdToken', params: ({ event }) => event.output },
          meta: { req: 'R26' },
        },
        onError: [
          {
            guard: { type: 'isClosed', params: failed },
            target: '#signIn.choosing',
            meta: { req: 'R26' },
          },
          {
            target: '#signIn.choosing',
            actions: { type: 'keepFailure', params: failed },
            meta: { req: 'R26' },
          },
        ],
      },
    },
    checking: {
      meta: { view: 'that the sign-in is being completed' },
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context: { idToken } }) =>
          idToken === null ? null : { kind: 'provider', idToken, mailed: null },
        onDone: {
          target: '#signIn.welcomed',
          actions: { type: 'tellSession', params: begun },
          meta: { req: 'R26' },
        },
        onError: [
          {
            guard: { type: 'isUnverified', params: failed },
            target: '#signIn.confirming',
            meta: { req: 'R26' },
          },
          {
            target: '#signIn.choosing',
            actions: { type: 'keepFailure', params: failed },
            meta: { req: 'R26' },
          },
        ],
      },
    },
  },
});
