import type { DialogRequested } from '../dialogs/dialogs.types.ts';
import type { SignInInput } from './sign-in.types.ts';

/** Returns the event that opens the sign-in dialog. It is ignored while the dialog is open. */
export const signInRequest = (input: SignInInput): DialogRequested => ({
  type: 'dialog.requested',
  dialog: { id: 'signIn', name: 'signIn', requester: 'session', kind: 'signIn', input },
});
