import type { SnapshotFrom } from 'xstate';
import { codeWish, type StepName } from './account-change.form.ts';
import type { accountChangeMachine } from './account-change.machine.ts';

type AccountChangeSnapshot = SnapshotFrom<typeof accountChangeMachine>;

/** Current step of the dialog. */
export const selectChangeStep = (snapshot: AccountChangeSnapshot): StepName => {
  if (snapshot.matches('byPassword')) return 'oldPassword';
  return snapshot.matches('typing') || snapshot.matches('checking') ? 'typing' : 'asking';
};

export const selectChangeKind = ({ context }: AccountChangeSnapshot) => context.kind;

export const selectHasPassword = ({ context }: AccountChangeSnapshot): boolean =>
  context.hasPassword;

/** Current address of the account. */
export const selectPresentAddress = ({ context }: AccountChangeSnapshot): string => context.address;

/** Address that the code was sent to; for a change of the address the new one. */
export const selectCodeAddress = ({ context }: AccountChangeSnapshot): string =>
  codeWish(context).address;
