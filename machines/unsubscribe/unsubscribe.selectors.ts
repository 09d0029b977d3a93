import type { SnapshotFrom } from 'xstate';
import type { unsubscribeMachine } from './unsubscribe.machine.ts';

type UnsubscribeSnapshot = SnapshotFrom<typeof unsubscribeMachine>;

/** The current content of the form. */
export type UnsubscribeView =
  | 'withoutLink'
  | 'looking'
  | 'invalid'
  | 'failed'
  | 'subscribed'
  | 'unsubscribed';

export const selectUnsubscribeView = (snapshot: UnsubscribeSnapshot): UnsubscribeView => {
  if (snapshot.matches('looking')) return 'looking';
  if (snapshot.matches('invalid')) return 'invalid';
  if (snapshot.matches('failed')) return 'failed';
  // a change is shown only after the server's answer
  if (snapshot.matches('subscribed') || snapshot.matches('unsubscribing')) return 'subscribed';
  if (snapshot.matches('unsubscribed') || snapshot.matches('resubscribing')) return 'unsubscribed';
  return 'withoutLink';
};

export const selectMailAddress = ({ context }: UnsubscribeSnapshot): string | null =>
  context.address;

export const selectUnsubscribeFailure = ({ context }: UnsubscribeSnapshot) => context.failure;

export const selectIsChoosing = (snapshot: UnsubscribeSnapshot): boolean =>
  snapshot.matches('unsubscribing') || snapshot.matches('resubscribing');

/** True if pressing the button has no effect now. */
export const selectIsBusy = (snapshot: UnsubscribeSnapshot): boolean =>
  selectIsChoosing(snapshot) ||
  snapshot.matches({ subscribed: 'settling' }) ||
  snapshot.matches({ unsubscribed: 'settling' });
