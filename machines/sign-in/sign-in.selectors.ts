import type { SnapshotFrom } from 'xstate';
import { addressFrom, type CodeUse } from '../model/account.ts';
import { codeStepOf } from './sign-in.form.ts';
import type { signInMachine } from './sign-in.machine.ts';

type SignInSnapshot = SnapshotFrom<typeof signInMachine>;

/** Current step of the dialog; `isBusy`: waiting for the server. */
export type SignInStep =
  /** `address`: the account that the link signs in to, or null until known */
  | { name: 'address'; use: CodeUse; isBusy: boolean }
  | { name: 'code'; use: CodeUse; isBusy: boolean; hasPassword: boolean }
  | { name: 'password'; isBusy: boolean }
  | { name: 'provider'; isBusy: boolean }
  | { name: 'link'; address: string | null; isBusy: boolean }
  | { name: 'nothing' };

const mailing = {
  choosing: 'signIn',
  joining: 'signUp',
  forgotten: 'reset',
  confirming: 'provider',
} as const;

const mailingStep = (snapshot: SignInSnapshot): SignInStep | null => {
  for (const [state, use] of Object.entries(mailing) as [keyof typeof mailing, CodeUse][]) {
    if (snapshot.matches(state)) {
      return { name: 'address', use, isBusy: snapshot.matches({ [state]: 'sending' } as never) };
    }
  }
  return null;
};

export const selectStep = (snapshot: SignInSnapshot): SignInStep => {
  const { context } = snapshot;
  if (snapshot.matches('typing') || snapshot.matches('checking')) {
    const hasPassword = codeStepOf(context).fields.includes('password');
    const isBusy = snapshot.matches('checking');
    return { name: 'code', use: context.use, isBusy, hasPassword };
  }
  for (const [name, state] of [
    ['password', 'withPassword'],
    ['provider', 'withProvider'],
  ] as const) {
    if (snapshot.matches(state)) return { name, isBusy: snapshot.matches({ [state]: 'checking' }) };
  }
  if (snapshot.matches({ linked: 'leaving' })) return { name: 'nothing' };
  if (snapshot.matches('linked')) {
    const isBusy =
      snapshot.matches({ linked: 'looking' }) || snapshot.matches({ linked: 'checking' });
    return { name: 'link', address: context.linkAddress, isBusy };
  }
  return mailingStep(snapshot) ?? { name: 'nothing' };
};

/** State of the wait for another code. */
export const selectResend = (snapshot: SignInSnapshot): 'waiting' | 'free' | 'sending' => {
  if (snapshot.matches({ typing: 'free' })) return 'free';
  return snapshot.matches({ typing: 'sending' }) ? 'sending' : 'waiting';
};

export const selectSecondsLeft = ({ context }: SignInSnapshot): number => context.secondsLeft;

export const selectForm = ({ context }: SignInSnapshot) => context.form;

/** The address as the server reads it. */
export const selectAddress = ({ context }: SignInSnapshot): string =>
  addressFrom(context.form.values.address);

export const selectHasProvider = ({ context }: SignInSnapshot): boolean => context.hasProvider;

export const selectFailure = ({ context }: SignInSnapshot) => context.failure;

/** The dialog was opened because the session was over. */
export const selectHasEnded = ({ context }: SignInSnapshot): boolean => context.hasEnded;
