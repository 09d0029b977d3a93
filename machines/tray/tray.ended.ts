import type { AttemptInput } from '../attempt/attempt.types.ts';
import type { TaskEnd } from '../model/task-record.ts';
import { attemptInHand } from './tray.attempts.ts';
import { orderAgain } from './tray.choice.ts';
import { traySetup } from './tray.setup.ts';
import type { PhotoChosen, TrayContext } from './tray.types.ts';

const again = ({ context }: { context: TrayContext }): { input: AttemptInput | null } => {
  const order = orderAgain(context);
  const wish = attemptInHand(context)?.wish ?? null;
  return { input: order && { from: 'order', order, wish } };
};

const source = ({ event }: { event: PhotoChosen }) => event;

const sorted = <End extends TaskEnd>(end: End) =>
  ({ guard: { type: 'isEnd', params: { end } }, target: end }) as const;

const outcome = traySetup.createStateConfig({
  initial: 'sorting',
  states: {
    sorting: {
      meta: { view: 'transient' },
      always: [
        sorted('succeeded'),
        sorted('rejected'),
        sorted('cancelled'),
        sorted('limited'),
        sorted('notStarted'),
        sorted('unsure'),
        { target: 'failed' },
      ],
    },
    succeeded: { entry: 'finishOverlay', meta: { view: 'the result is ready' } },
    rejected: {
      entry: 'closeOverlay',
      meta: { view: 'the core rejected the photo; nothing was charged' },
    },
    cancelled: { entry: 'closeOverlay', meta: { view: 'cancelled; nothing was charged' } },
    limited: {
      entry: ['closeOverlay', 'tellHeld'],
      meta: { view: "today's allowance is used up, and when it is renewed" },
    },
    notStarted: {
      entry: 'closeOverlay',
      meta: { view: 'the run did not start, nothing was charged; a button to try again' },
    },
    unsure: {
      entry: 'closeOverlay',
      meta: { view: 'unknown whether the run started; a button to try again, at no extra cost' },
    },
    failed: {
      entry: ['closeOverlay', 'tellHeld'],
      meta: { view: 'the run failed; nothing was charged; a button to try again' },
    },
  },
});

/** Tracks if the visitor has seen the end: behind the overlay, or on another page, a toast shows it. */
const notice = traySetup.createStateConfig({
  initial: 'missed',
  states: {
    watched: {
      entry: { type: 'tellEnd', params: { watched: true } },
      meta: { view: 'the overlay fills up and closes' },
    },
    missed: {
      entry: { type: 'tellEnd', params: { watched: false } },
      meta: { view: 'a toast' },
    },
  },
});

/** Outcome of the current run, until another photo or another press. */
export const ended = traySetup.createStateConfig({
  type: 'parallel',
  on: {
    'photo.chosen': {
      target: 'checking',
      actions: [
        'releaseHeld',
        { type: 'keepSource', params: source },
        { type: 'emitChosen', params: source },
      ],
    },
    'photo.removed': { target: 'choosing', actions: ['releaseHeld', 'putAway'] },
    'start.resumed': {
      guard: { type: 'isHeld', params: ({ event }) => event },
      target: 'chosen',
      actions: ['forgetAttempt', { type: 'keepResumed', params: ({ event }) => event }],
    },
    'retry.pressed': [
      {
        guard: { type: 'canBegin', params: again },
        target: 'working',
        actions: [{ type: 'begin', params: again }, 'openOverlay'],
      },
      { guard: 'hasPhoto', target: 'chosen', actions: 'forgetAttempt' },
    ],
  },
  states: { outcome, notice },
});
