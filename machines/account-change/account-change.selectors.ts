import type { SnapshotFrom } from 'xstate';
import { codeWish, type StepName } from './account-change.form.ts';
import type { accountChangeMachine } from './account-change.machine.ts';

type AccountChangeSnapshot = SnapshotFrom<typeof accountChangeMachine>;

export const selectChangeStep = (snapshot: AccountChangeSnapshot): StepName => {
  if (snapshot.matches('byPassword')) return 'oldPassword';
  return snapshot.matches('typing') || snapshot.matches('checking') ? 'typing' : 'asking';
};

export const selectChangeKind = ({ context }: AccountChangeSnapshot) => context.kind;

export const selectHasPassword = ({ context }: AccountChangeSnapshot): boolean =>
  context.hasPassword;

export const selectPresentAddress = ({ context }: AccountChangeSnapshot): string => context.address;

/**
 * Returns the address that received the code. For a change of address, this is the new address,
 * otherwise the account's current address.
 */
export const selectCodeAddress = ({ context }: AccountChangeSnapshot): string =>
  codeWish(context).address;
