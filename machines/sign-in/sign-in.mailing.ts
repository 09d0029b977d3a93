import { sent } from '../form/resending.ts';
import { addressFrom, type CodeUse } from '../model/account.ts';
import { failed } from '../port-actors.ts';
import { purposeOf, signInForm } from './sign-in.form.ts';
import type { SignInContext } from './sign-in.types.ts';

/**
 * Asks for an email address and sends a code to that address, for a sign-in, a new account or a new
 * password.
 */
const mailing = (use: CodeUse, view: string) =>
  ({
    entry: { type: 'useCodeFor', params: { use } },
    initial: 'asking',
    states: {
      asking: {
        meta: { view },
        on: signInForm.filling('address', 'sending'),
      },
      sending: {
        tags: 'busy',
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
