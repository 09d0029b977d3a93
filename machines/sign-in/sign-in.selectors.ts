import type { SnapshotFrom } from 'xstate';
import { addressFrom, type CodeUse } from '../model/account.ts';
import { setsPassword } from './sign-in.form.ts';
import type { signInMachine } from './sign-in.machine.ts';

type SignInSnapshot = SnapshotFrom<typeof signInMachine>;

/** The current step of the dialog. */
export type SignInStep =
  | { name: 'address'; use: CodeUse }
  | { name: 'code'; use: CodeUse; hasPassword: boolean }
  | { name: 'password' | 'provider' | 'nothing' }
  /**
   * `address` is the address of the account that the link signs in to, or null until the server has
   * reported it
   */
  | { name: 'link'; address: string | null };

const mailing = {
  choosing: 'signIn',
  joining: 'signUp',
  forgotten: 'reset',
  confirming: 'provider',
} as const;

const mailingStates = Object.keys(mailing) as (keyof typeof mailing)[];

export const selectStep = (snapshot: SignInSnapshot): SignInStep => {
  const { context } = snapshot;
  if (snapshot.matches('typing') || snapshot.matches('checking')) {
    return { name: 'code', use: context.use, hasPassword: setsPassword(context) };
  }
  if (snapshot.matches('withPassword')) return { name: 'password' };
  if (snapshot.matches('withProvider')) return { name: 'provider' };
  if (snapshot.matches({ linked: 'leaving' })) return { name: 'nothing' };
  if (snapshot.matches('linked')) return { name: 'link', address: context.linkAddress };
  const asking = mailingStates.find((state) => snapshot.matches(state));
  return asking ? { name: 'address', use: mailing[asking] } : { name: 'nothing' };
};

/** Returns the entered email address, normalised like on the server. */
export const selectAddress = ({ context }: SignInSnapshot): string =>
  addressFrom(context.form.values.address);

export const selectHasProvider = ({ context }: SignInSnapshot): boolean => context.hasProvider;

/** True if the dialog was opened because the session has ended. */
export const selectHasEnded = ({ context }: SignInSnapshot): boolean => context.hasEnded;
