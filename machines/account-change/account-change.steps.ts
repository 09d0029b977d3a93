import { resending, sent } from '../form/resending.ts';
import { failed } from '../port-actors.ts';
import { accountChangeForm, codeWish, type StepName } from './account-change.form.ts';
import { accountChangeSetup } from './account-change.setup.ts';
import type { AccountChangeContext } from './account-change.types.ts';

type WithError = { event: { error: unknown } };

export const closing = {
  'dialog.cancelled': { target: '#accountChange.cancelled' },
} as const;

export const failedAt =
  (step: StepName) =>
  ({ event }: WithError) => ({ ...failed({ event }), step });

/** Handles a failure that reports the end of the session. */
export const signedOut = {
  guard: { type: 'isSignedOut', params: failed },
  target: '#accountChange.cancelled',
  actions: { type: 'reportFailure', params: failed },
} as const;

/** Mails the codes. `back` is the state that shows a failure of this call. */
export const mailing = (step: StepName, view: string, back: string) =>
  ({
    meta: { view },
    invoke: {
      id: 'sendOwnCode',
      src: 'sendOwnCode',
      input: ({ context }: { context: AccountChangeContext }) => codeWish(context),
      onDone: {
        target: '#accountChange.typing.waiting',
        actions: ['emptyCodes', { type: 'noteSent', params: sent }],
      },
      onError: [
        signedOut,
        { guard: { type: 'isOnItsWay', params: failed }, target: '#accountChange.typing' },
        { target: back, actions: { type: 'setFailure', params: failedAt(step) } },
      ],
    },
  }) as const;

/** The user types the mailed codes. After a wait, new codes can be requested. */
export const typing = accountChangeSetup.createStateConfig({
  initial: 'arriving',
  on: {
    ...closing,
    ...accountChangeForm.filling('typing', 'checking'),
    'address.corrected': { guard: 'isForAddress', target: 'asking' },
  },
  states: resending(
    {
      waiting: 'the fields for the codes, and the seconds until others can be requested',
      free: 'the fields for the codes, and the button that requests others',
    },
    mailing('typing', 'the fields for the codes, others being mailed', 'free'),
  ),
});
