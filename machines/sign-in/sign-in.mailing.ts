import { addressFrom, type CodeUse } from '../model/account.ts';
import { failed } from '../port-actors.ts';
import { addressStep, purposeOf } from './sign-in.form.ts';
import type { SignInContext, SignInEvent, SignInField } from './sign-in.types.ts';

type Change = Extract<SignInEvent, { type: 'field.changed' }>;
type OfField = Extract<SignInEvent, { name: SignInField }>;

export const change = ({ event }: { event: Change }) => event;

const field = ({ event }: { event: OfField }) => ({ name: event.name, step: addressStep });

const toAddress = { step: addressStep };

export const sent = ({ event }: { event: { output: { resendAfterMs: number } } }) => event.output;

/** Asks for an address and sends a code to it: for a sign-in, a new account, or a new password. */
const mailing = (use: CodeUse, view: string) =>
  ({
    entry: { type: 'useCodeFor', params: { use } },
    initial: 'asking',
    states: {
      asking: {
        meta: { view },
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
              guard: { type: 'canSend', params: toAddress },
              target: 'sending',
              actions: 'clearFailure',
            },
            { actions: { type: 'showProblems', params: toAddress } },
          ],
        },
      },
      sending: {
        meta: { view: `${view}, a code being mailed to it` },
        invoke: {
          id: 'sendCode',
          src: 'sendCode',
          input: ({ context }: { context: SignInContext }) => ({
            address: addressFrom(context.form.values.address),
            purpose: purposeOf(context),
          }),
          onDone: {
            target: '#signIn.typing',
            actions: ['emptyCode', 'emptyPassword', { type: 'beginCountdown', params: sent }],
          },
          onError: [
            {
              guard: { type: 'isTooSoon', params: failed },
              target: '#signIn.typing',
              actions: ['emptyCode', 'emptyPassword', 'waitForResend'],
            },
            { target: 'asking', actions: { type: 'setFailure', params: failed } },
          ],
        },
      },
    },
  }) as const;

export const choosing = mailing('signIn', 'a field for the address, and the other sign-in methods');
export const joining = mailing('signUp', 'a field for the address of a new account');
export const confirming = mailing(
  'provider',
  'a field for the address that the provider has not verified',
);
export const forgotten = mailing('reset', 'a field for the address whose password is forgotten');
