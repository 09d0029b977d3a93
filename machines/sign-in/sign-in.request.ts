import type { DialogRequested } from '../dialogs/dialogs.types.ts';
import type { SignInInput } from './sign-in.types.ts';

/** Opens the sign-in dialog; while it is open, another request changes nothing. */
export const signInRequest = (input: SignInInput): DialogRequested => ({
  type: 'dialog.requested',
  dialog: { id: 'signIn', name: 'signIn', requester: 'session', kind: 'signIn', input },
});
