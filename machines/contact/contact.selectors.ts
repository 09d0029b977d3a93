import type { SnapshotFrom } from 'xstate';
import { addressFrom } from '../model/account.ts';
import type { contactMachine } from './contact.machine.ts';

type ContactSnapshot = SnapshotFrom<typeof contactMachine>;

/** Returns the address that received the receipt, or null if the message is not sent. */
export const selectReceiptAddress = (snapshot: ContactSnapshot): string | null =>
  snapshot.matches('sent') ? addressFrom(snapshot.context.form.values.address) : null;

/** True if the form contains text that a reload would lose. */
export const selectIsTyped = (snapshot: ContactSnapshot): boolean =>
  !snapshot.matches('sent') && snapshot.context.form.values.message.trim() !== '';
