import { resending, sent } from '../form/resending.ts';
import { failed } from '../port-actors.ts';
import { cancellationForm, orderCodeFrom, orderWish } from './cancellation.form.ts';
import { cancellationSetup } from './cancellation.setup.ts';
import type { CancellationContext } from './cancellation.types.ts';

export const closing = {
  'dialog.cancelled': { target: '#cancellation.cancelled' },
} as const;

/** Handles a failure that reports the end of the session. */
export const signedOut = {
  guard: { type: 'isSignedOut', params: failed },
  target: '#cancellation.cancelled',
  actions: { type: 'reportFailure', params: failed },
} as const;

/**
 * Handles a refusal of the mailed code: the code was wrong, has expired, or was tried too often.
 */
export const codeRefused = {
  guard: { type: 'isAboutCode', params: failed },
  target: '#cancellation.typing',
  actions: { type: 'blameCode', params: failed },
} as const;

/** Mails a code. `back` is the state that shows a failure of this call. */
export const mailing = (view: string, back: string) =>
  ({
    meta: { view },
    invoke: {
      id: 'sendOrderCode',
      src: 'sendOrderCode',
      input: ({ context }: { context: CancellationContext }) => ({
        code: orderCodeFrom(context.form.values.order),
      }),
      onDone: {
        target: '#cancellation.typing.waiting',
        actions: ['emptyCode', { type: 'noteSent', params: sent }],
      },
      onError: { target: back, actions: { type: 'setFailure', params: failed } },
    },
  }) as const;

/** The visitor types the mailed code. After a wait, another code can be requested. */
export const typing = cancellationSetup.createStateConfig({
  initial: 'arriving',
  on: {
    ...closing,
    ...cancellationForm.filling('code', 'looking'),
    'order.corrected': { target: 'asking', actions: 'clearFailure' },
  },
  states: resending(
    {
      waiting: 'the field for the code, and the seconds until another can be requested',
      free: 'the field for the code, and the button that requests another',
    },
    mailing('the field for the code, another being mailed', 'free'),
  ),
});

/** Loads the order with the mailed code. */
export const looking = cancellationSetup.createStateConfig({
  tags: 'busy',
  meta: { view: 'the code, being checked' },
  invoke: {
    id: 'lookAtOrder',
    src: 'lookAtOrder',
    input: ({ context }) => {
      const { code, proof } = orderWish(context);
      return proof === null ? null : { code, proof };
    },
    onDone: [
      {
        guard: 'isCancel',
        target: 'reviewing',
        actions: { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
      },
      {
        target: 'previewing',
        actions: { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
      },
    ],
    onError: [codeRefused, { target: 'typing', actions: { type: 'setFailure', params: failed } }],
  },
});
