import { counting } from '../countdown.ts';
import { failed } from '../port-actors.ts';
import { emptyForm, leavingWish, orderWish } from './leaving.form.ts';
import { leavingSetup } from './leaving.setup.ts';
import {
  closing,
  codeRefused,
  filling,
  looking,
  mailing,
  signedOut,
  submitting,
  typing,
} from './leaving.steps.ts';
import type { LeavingOutput } from './leaving.types.ts';

/** What a withdrawal would give back, in numbers. */
const previewing = leavingSetup.createStateConfig({
  meta: { view: 'that the numbers are on their way' },
  on: closing,
  invoke: {
    id: 'previewWithdrawal',
    src: 'previewWithdrawal',
    input: ({ context }) => orderWish(context),
    onDone: {
      target: 'reviewing',
      actions: { type: 'keepWithdrawal', params: ({ event }) => ({ withdrawal: event.output }) },
    },
    onError: [
      signedOut,
      codeRefused,
      { target: 'unknown', actions: { type: 'keepFailure', params: failed } },
    ],
  },
});

/** It happens. Nobody can leave meanwhile: it may have happened already. */
const ending = leavingSetup.createStateConfig({
  meta: { view: 'what will happen, happening' },
  invoke: {
    id: 'leave',
    src: 'leave',
    input: ({ context }) => leavingWish(context),
    onDone: {
      target: 'told',
      actions: [
        { type: 'keepLeft', params: ({ event }) => ({ left: event.output }) },
        'tellPage',
        'askForUser',
      ],
    },
    onError: [
      signedOut,
      codeRefused,
      { target: 'reviewing', actions: { type: 'keepFailure', params: failed } },
    ],
  },
});

/** A plan is cancelled, or a purchase withdrawn from, in two steps: what will happen, then the press (R74). */
export const leavingMachine = leavingSetup.createMachine({
  id: 'leaving',
  options: { maxIterations: 1000 },
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
  // that of the final state
  output: ({ event }) => event.output as LeavingOutput,
  initial: 'opening',
  states: {
    opening: {
      meta: { view: 'passing' },
      always: [
        { guard: 'isByCode', target: 'asking' },
        { guard: 'isCancel', target: 'reviewing' },
        { target: 'previewing' },
      ],
    },
    asking: {
      meta: { view: 'the field for the order number, and the button that has a code mailed' },
      on: { ...filling('order'), 'form.submitted': submitting('order', 'sending') },
    },
    sending: mailing('the field for the order number, a code on its way', 'asking'),
    typing,
    looking,
    previewing,
    unknown: {
      meta: { view: 'why there is nothing to give back, or nobody knows what' },
      on: {
        ...closing,
        'preview.retried': { target: 'previewing', actions: 'forgetFailure' },
      },
    },
    reviewing: {
      meta: { view: 'what will happen, in numbers, and the button that makes it happen' },
      on: {
        ...closing,
        'leaving.confirmed': { target: 'ending', actions: 'forgetFailure' },
      },
    },
    ending,
    told: {
      meta: { view: 'what has happened, when it ends, and that a mail was sent' },
      on: { 'dialog.cancelled': { target: 'left' } },
    },
    left: { type: 'final', output: 'left', meta: { view: 'nothing to see' } },
    cancelled: { type: 'final', output: 'cancelled', meta: { view: 'nothing to see' } },
  },
});
