import type { SnapshotFrom } from 'xstate';
import { codeWish } from './account-change.form.ts';
import type { accountChangeMachine } from './account-change.machine.ts';

type AccountChangeSnapshot = SnapshotFrom<typeof accountChangeMachine>;

/** Current step of the dialog; `isBusy`: waiting for the server. */
export type ChangeStep = { name: 'oldPassword' | 'asking' | 'typing'; isBusy: boolean };

export const selectChangeStep = (snapshot: AccountChangeSnapshot): ChangeStep => {
  if (snapshot.matches('byPassword')) {
    return { name: 'oldPassword', isBusy: snapshot.matches({ byPassword: 'checking' }) };
  }
  if (snapshot.matches('typing') || snapshot.matches('checking')) {
    return { name: 'typing', isBusy: snapshot.matches('checking') };
  }
  return { name: 'asking', isBusy: snapshot.matches('sending') };
};

export const selectChangeKind = ({ context }: AccountChangeSnapshot) => context.kind;

export const selectHasPassword = ({ context }: AccountChangeSnapshot): boolean =>
  context.hasPassword;

/** Current address of the account. */
export const selectPresentAddress = ({ context }: AccountChangeSnapshot): string => context.address;

/** Address that the code was sent to; for a change of the address the new one. */
export const selectCodeAddress = ({ context }: AccountChangeSnapshot): string =>
  codeWish(context).address;

/** State of the wait for other codes. */
export const selectChangeResend = (
  snapshot: AccountChangeSnapshot,
): 'waiting' | 'free' | 'sending' => {
  if (snapshot.matches({ typing: 'free' })) return 'free';
  return snapshot.matches({ typing: 'sending' }) ? 'sending' : 'waiting';
};

export const selectChangeSecondsLeft = ({ context }: AccountChangeSnapshot): number =>
  context.secondsLeft;

export const selectChangeForm = ({ context }: AccountChangeSnapshot) => context.form;

export const selectChangeFailure = ({ context }: AccountChangeSnapshot) => context.failure;
