import { resending, sent } from '../form/resending.ts';
import { failed } from '../port-actors.ts';
import { proofByCode, purposeOf, signInForm } from './sign-in.form.ts';
import { pendingOf, signInSetup } from './sign-in.setup.ts';

const filling = signInForm.filling('code', 'checking');

/** Mails another code to the same address. */
const sending = signInSetup.createStateConfig({
  meta: { view: 'the field for the code, while another one is being sent' },
  invoke: {
    id: 'sendCode',
    src: 'sendCode',
    input: ({ context }) => ({
      address: pendingOf(context).address,
      purpose: purposeOf(context),
    }),
    // saves the newest code again, because a reload must restore the newest code
    onDone: {
      target: '#signIn.typing',
      actions: ['emptyCode', { type: 'beginCountdown', params: sent }],
    },
    onError: [
      {
        guard: { type: 'isTooSoon', params: failed },
        target: '#signIn.typing',
        actions: 'waitForResend',
      },
      { target: 'free', actions: { type: 'setFailure', params: failed } },
    ],
  },
});

export const typing = signInSetup.createStateConfig({
  initial: 'arriving',
  states: resending(
    {
      waiting: 'the field for the code, and the seconds until another can be sent',
      free: 'the field for the code, and the button that requests another',
    },
    sending,
  ),
  invoke: {
    id: 'keepPendingCode',
    src: 'keepPendingCode',
    input: ({ context }) => ({ pending: pendingOf(context) }),
    // if saving fails, a reloaded page asks for the address again
    onError: {},
  },
  on: {
    ...filling,
    'field.changed': [
      {
        guard: { type: 'completesCode', params: ({ event }) => event },
        target: 'checking',
        actions: { type: 'change', params: ({ event }) => event },
      },
      filling['field.changed'],
    ],
    'address.corrected': [
      { guard: 'isForSignUp', target: 'joining' },
      { guard: 'isForReset', target: 'forgotten' },
      { guard: 'isForProvider', target: 'confirming' },
      { target: 'choosing' },
    ],
    'passwordWay.chosen': { guard: 'isForSignIn', target: 'withPassword' },
  },
});

export const checking = signInSetup.createStateConfig({
  tags: 'busy',
  meta: { view: 'the code, being checked' },
  invoke: {
    id: 'signIn',
    src: 'signIn',
    input: ({ context }) => proofByCode(context),
    onDone: {
      target: 'welcomed',
      actions: { type: 'tellSession', params: ({ event }) => ({ session: event.output }) },
    },
    onError: { target: 'typing', actions: { type: 'setFailure', params: failed } },
  },
});
