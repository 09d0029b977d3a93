import type { KeptPhoto } from '../model/kept-photo.ts';
import type { TaskRecord } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import type { RunInput } from '../run/run.types.ts';
import { runLeft } from './studio.choice.ts';
import { choosable, choosableBeside, removable } from './studio.replacing.ts';
import { photosInHand } from './studio.runs.ts';
import { studioSetup } from './studio.setup.ts';
import type { StudioContext } from './studio.types.ts';

const foundAgain = ({
  event,
}: {
  event: { output: TaskRecord | null };
}): {
  input: RunInput | null;
} => ({ input: event.output && { from: 'record', record: event.output } });

type Taken = { event: { output: KeptPhoto | null } };

const taken = ({ event }: Taken) => ({ photo: event.output });

/** Unfinished work of this visitor: a photo on this device, and a task on the server. */
export const resuming = studioSetup.createStateConfig({
  initial: 'looking',
  on: choosable,
  states: {
    looking: {
      meta: { view: "the photo picker, while this device's storage is searched" },
      invoke: {
        id: 'takeKeptPhoto',
        src: 'takeKeptPhoto',
        input: ({ context }) => ({ inHand: photosInHand(context.runs) }),
        onDone: [
          {
            guard: { type: 'mayBeOnServer', params: taken },
            target: '#studio.checking',
            actions: { type: 'setKept', params: taken },
          },
          { target: 'asking', actions: { type: 'setKept', params: taken } },
        ],
        onError: { target: 'asking', actions: { type: 'reportFailure', params: failed } },
      },
      after: { patience: { target: 'asking' } },
    },
    asking: {
      meta: { view: 'the photo picker, while the server is asked' },
      after: {
        patience: { guard: 'holdsKept', target: '#studio.checking' },
      },
      invoke: {
        id: 'findRunningTask',
        src: 'findRunningTask',
        onDone: [
          {
            guard: { type: 'canBeginBeside', params: foundAgain },
            target: '#studio.checking',
            actions: [{ type: 'begin', params: foundAgain }, 'clearRun'],
          },
          {
            guard: { type: 'canBegin', params: foundAgain },
            target: '#studio.working.away',
            actions: [{ type: 'begin', params: foundAgain }, 'openOverlayAway'],
          },
          { guard: 'holdsKept', target: '#studio.checking' },
          { target: '#studio.choosing' },
        ],
        onError: [
          {
            guard: 'holdsKept',
            target: '#studio.checking',
            actions: { type: 'reportFailure', params: failed },
          },
          {
            target: '#studio.choosing.unasked',
            actions: { type: 'reportFailure', params: failed },
          },
        ],
      },
    },
  },
});

const left = ({ context }: { context: StudioContext }) => ({ input: runLeft(context) });

/** A start that was pressed on an earlier page continues automatically. */
export const returning = studioSetup.createStateConfig({
  tags: 'kept',
  meta: { view: 'the photo of an earlier page, until the functions are known' },
  on: { ...choosableBeside, ...removable },
  always: [
    {
      guard: 'holdsUnusable',
      target: 'choosing.refused',
      actions: ['releaseHeld', 'setHeldProblem'],
    },
    {
      guard: { type: 'canBegin', params: left },
      target: 'working.away',
      actions: [{ type: 'begin', params: left }, 'openOverlayAway'],
    },
    // its function is no longer offered
    { guard: 'hasOffer', target: 'chosen' },
  ],
});
