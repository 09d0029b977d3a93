import { counting } from '../form/resending.ts';
import { failed } from '../port-actors.ts';
import { cancellationForm, cancellationWish, emptyForm, orderWish } from './cancellation.form.ts';
import { cancellationSetup } from './cancellation.setup.ts';
import { closing, codeRefused, looking, mailing, signedOut, typing } from './cancellation.steps.ts';
import type { CancellationOutput } from './cancellation.types.ts';

const previewing = cancellationSetup.createStateConfig({
  meta: { view: 'a note that the amounts are loading' },
  on: closing,
  invoke: {
    id: 'previewWithdrawal',
    src: 'previewWithdrawal',
    input: ({ context }) => orderWish(context),
    onDone: {
      target: 'reviewing',
      actions: { type: 'setWithdrawal', params: ({ event }) => ({ withdrawal: event.output }) },
    },
    onError: [
      signedOut,
      codeRefused,
      { target: 'unknown', actions: { type: 'setFailure', params: failed } },
    ],
  },
});

/**
 * Sends the cancellation or withdrawal. The dialog cannot be closed during the call, because the
 * server may already have accepted it.
 */
const ending = cancellationSetup.createStateConfig({
  tags: 'busy',
  meta: { view: 'what will happen, under way' },
  invoke: {
    id: 'leave',
    src: 'leave',
    input: ({ context }) => cancellationWish(context),
    onDone: {
      target: 'told',
      actions: [
        { type: 'setLeft', params: ({ event }) => ({ left: event.output }) },
        'tellPage',
        'askForUser',
      ],
    },
    onError: [
      signedOut,
      codeRefused,
      { target: 'reviewing', actions: { type: 'setFailure', params: failed } },
    ],
  },
});

/** Cancels a plan, or withdraws from an order, in two steps: a preview and a confirmation (R74). */
export const cancellationMachine = cancellationSetup.createMachine({
  id: 'cancellation',
  context: ({ input }) => ({
    ...input,
    ...counting(0),
    form: emptyForm,
    sentFor: null,
    found: null,
    withdrawal: null,
    left: null,
    failure: null,
  }),
  // the chart's output is the output of its final state
  output: ({ event }) => event.output as CancellationOutput,
  initial: 'opening',
  states: {
    opening: {
      meta: { view: 'transient' },
      always: [
        { guard: 'isByCode', target: 'asking' },
        { guard: 'isCancel', target: 'reviewing' },
        { target: 'previewing' },
      ],
    },
    asking: {
      meta: { view: 'the field for the order code, and the button that requests a code' },
      on: { ...closing, ...cancellationForm.filling('order', 'sending') },
    },
    sending: {
      ...mailing('the field for the order code, a code being mailed', 'asking'),
      tags: 'busy',
    },
    typing,
    looking,
    previewing,
    unknown: {
      meta: { view: 'why there is no refund, or why it could not be loaded' },
      on: {
        ...closing,
        'preview.retried': { target: 'previewing', actions: 'clearFailure' },
      },
    },
    reviewing: {
      meta: { view: 'what will happen, with amounts, and the button that confirms it' },
      on: {
        ...closing,
        'cancellation.confirmed': { target: 'ending', actions: 'clearFailure' },
      },
    },
    ending,
    told: {
      meta: { view: 'what has happened, when the plan ends, and a note that a mail was sent' },
      on: { 'dialog.cancelled': { target: 'left' } },
    },
    left: { type: 'final', output: 'left', meta: { view: 'nothing visible' } },
    cancelled: { type: 'final', output: 'cancelled', meta: { view: 'nothing visible' } },
  },
});
