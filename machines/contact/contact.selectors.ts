import type { SnapshotFrom } from 'xstate';
import { addressFrom } from '../model/account.ts';
import type { contactMachine } from './contact.machine.ts';

type ContactSnapshot = SnapshotFrom<typeof contactMachine>;

/** The address that the receipt was mailed to, or null before that. */
export const selectReceiptAddress = (snapshot: ContactSnapshot): string | null =>
  snapshot.matches('sent') ? addressFrom(snapshot.context.form.values.address) : null;

/** True if the form contains text that a reload would lose. */
export const selectIsTyped = (snapshot: ContactSnapshot): boolean =>
  !snapshot.matches('sent') && snapshot.context.form.values.message.trim() !== '';
