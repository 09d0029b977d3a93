import { failed } from '../port-actors.ts';
import { resending } from '../resending.ts';
import { codeStepOf, proofByCode, purposeOf } from './sign-in.form.ts';
import { change, sent } from './sign-in.mailing.ts';
import { pendingOf, signInSetup } from './sign-in.setup.ts';
import type { SignInContext, SignInEvent, SignInField } from './sign-in.types.ts';

type WithContext = { context: SignInContext };
type OfField = Extract<SignInEvent, { name: SignInField }>;

const step = ({ context }: WithContext) => ({ step: codeStepOf(context) });

const field = ({ context, event }: WithContext & { event: OfField }) => ({
  name: event.name,
  step: codeStepOf(context),
});

/** Another code is mailed. */
const sending = signInSetup.createStateConfig({
  meta: { view: 'the field for the code, another on its way' },
  invoke: {
    id: 'sendCode',
    src: 'sendCode',
    input: ({ context }) => ({
      address: pendingOf(context).address,
      purpose: purposeOf(context),
    }),
    // what is kept for a reload is about the newest code
    onDone: {
      target: '#signIn.typing',
      actions: ['emptyCode', { type: 'beginCountdown', params: sent }],
      meta: { req: 'R23' },
    },
    onError: [
      {
        guard: { type: 'isTooSoon', params: failed },
        target: '#signIn.typing',
        actions: 'waitForResend',
        meta: { req: 'R23' },
      },
      {
        target: 'free',
        actions: { type: 'keepFailure', params: failed },
        meta: { req: 'R29' },
      },
    ],
  },
});

export const typing = signInSetup.createStateConfig({
  initial: 'arriving',
  states: resending(
    {
      waiting: 'the field for the code, and the seconds until another can be sent',
      free: 'the field for the code, and the way to have another sent',
    },
    sending,
  ),
  invoke: {
    id: 'keepPendingCode',
    src: 'keepPendingCode',
    input: ({ context }) => ({ pending: pendingOf(context) }),
    // a page that is opened anew then asks for the address again
    onError: { meta: { req: 'R79' } },
  },
  on: {
    'field.changed': [
      {
        guard: { type: 'completesCode', params: change },
        target: 'checking',
        actions: { type: 'change', params: change },
        meta: { req: 'R25' },
      },
      {
        guard: { type: 'isOfStep', params: field },
        actions: { type: 'change', params: change },
        meta: { req: 'R29' },
      },
    ],
    'field.left': {
      guard: { type: 'isOfStep', params: field },
      actions: { type: 'leaveField', params: field },
      meta: { req: 'R29' },
    },
    'form.submitted': [
      {
        guard: { type: 'canSend', params: step },
        target: 'checking',
        actions: 'forgetFailure',
        meta: { req: ['R24', 'R25', 'R28'] },
      },
      { actions: { type: 'showProblems', params: step }, meta: { req: 'R29' } },
    ],
    'address.corrected': [
      { guard: 'isForSignUp', target: 'joining', meta: { req: 'R24' } },
      { guard: 'isForReset', target: 'forgotten', meta: { req: 'R28' } },
      { guard: 'isForProvider', target: 'confirming', meta: { req: 'R26' } },
      { target: 'choosing', meta: { req: 'R25' } },
    ],
    'passwordWay.chosen': {
      guard: 'isForSignIn',
      target: 'withPassword',
      meta: { req: 'R25' },
    },
  },
});

export const checking = signInSetup.createStateConfig({
  meta: { view: 'the code, being checked' },
  invoke: {
    id: 'signIn',
    src: 'signIn',
    input: ({ context }) => proofByCode(context),
    onDone: {
      target: 'welcomed',
      actions: { type: 'tellSession', params: ({ event }) => ({ session: event.output }) },
      meta: { req: ['R24', 'R25', 'R26', 'R28'] },
    },
    onError: {
      target: 'typing',
      actions: { type: 'keepFailure', params: failed },
      meta: { req: 'R29' },
    },
  },
});
