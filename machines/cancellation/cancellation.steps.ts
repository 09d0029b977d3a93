import { failed } from '../port-actors.ts';
import { resending } from '../resending.ts';
import { orderCodeFrom, orderWish } from './cancellation.form.ts';
import { cancellationSetup } from './cancellation.setup.ts';
import type {
  CancellationContext,
  CancellationEvent,
  CancellationField,
} from './cancellation.types.ts';

type Change = Extract<CancellationEvent, { type: 'field.changed' }>;
type OfField = { event: { name: CancellationField } };

export const closing = {
  'dialog.cancelled': { target: '#cancellation.cancelled' },
} as const;

/** Event handlers for the only field of a step. */
export const filling = (own: CancellationField) =>
  ({
    ...closing,
    'field.changed': {
      guard: { type: 'isField', params: ({ event }: OfField) => ({ name: event.name, own }) },
      actions: { type: 'change', params: ({ event }: { event: Change }) => event },
    },
    'field.left': {
      guard: { type: 'isField', params: ({ event }: OfField) => ({ name: event.name, own }) },
      actions: { type: 'leaveField', params: ({ event }: OfField) => ({ name: event.name }) },
    },
  }) as const;

/** Event handler for submitting the form of a step. */
export const submitting = (name: CancellationField, target: string) =>
  [
    { guard: { type: 'canSend', params: { name } }, target, actions: 'clearFailure' },
    { actions: { type: 'showProblems', params: { name } } },
  ] as const;

/** The session is over. */
export const signedOut = {
  guard: { type: 'isSignedOut', params: failed },
  target: '#cancellation.cancelled',
  actions: { type: 'reportFailure', params: failed },
} as const;

/** The code was wrong, has expired, or is used up. */
export const codeRefused = {
  guard: { type: 'isAboutCode', params: failed },
  target: '#cancellation.typing',
  actions: { type: 'blameCode', params: failed },
} as const;

/** Mails a code; `back` is the state that shows a failure. */
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
        actions: [
          'emptyCode',
          {
            type: 'noteSent',
            params: ({ event }: { event: { output: { resendAfterMs: number } } }) => event.output,
          },
        ],
      },
      onError: { target: back, actions: { type: 'setFailure', params: failed } },
    },
  }) as const;

/** The mailed code is typed; another one can be requested after the wait. */
export const typing = cancellationSetup.createStateConfig({
  initial: 'arriving',
  on: {
    ...filling('code'),
    'form.submitted': submitting('code', 'looking'),
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
