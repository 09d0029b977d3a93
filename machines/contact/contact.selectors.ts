import type { SnapshotFrom } from 'xstate';
import { addressFrom } from '../model/account.ts';
import type { contactMachine } from './contact.machine.ts';

type ContactSnapshot = SnapshotFrom<typeof contactMachine>;

/** Address of the receipt, or null before. */
export const selectReceiptAddress = (snapshot: ContactSnapshot): string | null =>
  snapshot.matches('sent') ? addressFrom(snapshot.context.form.values.address) : null;

/** True if text would have to be typed again. */
export const selectIsTyped = (snapshot: ContactSnapshot): boolean =>
  !snapshot.matches('sent') && snapshot.context.form.values.message.trim() !== '';
