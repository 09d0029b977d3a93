import type { DialogRequested } from '../dialogs/dialogs.types.ts';
import type { SignInInput } from './sign-in.types.ts';

/** Opens the sign-in dialog. A request while the dialog is open is ignored. */
export const signInRequest = (input: SignInInput): DialogRequested => ({
  type: 'dialog.requested',
  dialog: { id: 'signIn', name: 'signIn', requester: 'session', kind: 'signIn', input },
});
