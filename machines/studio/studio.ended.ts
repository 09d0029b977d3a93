import type { TaskEnd } from '../model/task-record.ts';
import type { RunInput } from '../run/run.types.ts';
import { requestAgain } from './studio.choice.ts';
import { runInHand } from './studio.runs.ts';
import { studioSetup } from './studio.setup.ts';
import type { PhotoChosen, StudioContext } from './studio.types.ts';

const again = ({ context }: { context: StudioContext }): { input: RunInput | null } => {
  const request = requestAgain(context);
  const wish = runInHand(context)?.wish ?? null;
  return { input: request && { from: 'request', request, wish } };
};

const source = ({ event }: { event: PhotoChosen }) => event;

const sorted = <End extends TaskEnd>(end: End) =>
  ({ guard: { type: 'isEnd', params: { end } }, target: end }) as const;

const outcome = studioSetup.createStateConfig({
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
const notice = studioSetup.createStateConfig({
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
export const ended = studioSetup.createStateConfig({
  tags: 'kept',
  type: 'parallel',
  on: {
    'photo.chosen': {
      target: 'checking',
      actions: [
        'releaseHeld',
        { type: 'setSource', params: source },
        { type: 'emitChosen', params: source },
      ],
    },
    'photo.removed': { target: 'choosing', actions: ['releaseHeld', 'putAway'] },
    'start.resumed': {
      guard: { type: 'isHeld', params: ({ event }) => event },
      target: 'chosen',
      actions: ['clearRun', { type: 'setResumed', params: ({ event }) => event }],
    },
    'retry.pressed': [
      {
        guard: { type: 'canBegin', params: again },
        target: 'working',
        actions: [{ type: 'begin', params: again }, 'openOverlay'],
      },
      { guard: 'hasPhoto', target: 'chosen', actions: 'clearRun' },
    ],
  },
  states: { outcome, notice },
});
