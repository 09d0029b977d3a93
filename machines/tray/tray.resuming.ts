import type { AttemptInput } from '../attempt/attempt.types.ts';
import type { KeptPhoto } from '../model/kept-photo.ts';
import type { TaskRecord } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { photosInHand } from './tray.attempts.ts';
import { attemptLeft } from './tray.choice.ts';
import { choosable, choosableBeside, removable } from './tray.replacing.ts';
import { traySetup } from './tray.setup.ts';
import type { TrayContext } from './tray.types.ts';

const foundAgain = ({
  event,
}: {
  event: { output: TaskRecord | null };
}): {
  input: AttemptInput | null;
} => ({ input: event.output && { from: 'record', record: event.output } });

type Taken = { event: { output: KeptPhoto | null } };

const taken = ({ event }: Taken) => ({ photo: event.output });

/** Unfinished work of this visitor: a photo on this device, and a task on the server. */
export const resuming = traySetup.createStateConfig({
  initial: 'looking',
  on: choosable,
  states: {
    looking: {
      meta: { view: "the photo picker, while this device's storage is searched" },
      invoke: {
        id: 'takeKeptPhoto',
        src: 'takeKeptPhoto',
        input: ({ context }) => ({ inHand: photosInHand(context.attempts) }),
        onDone: [
          {
            guard: { type: 'mayBeOnServer', params: taken },
            target: '#tray.checking',
            actions: { type: 'keepKept', params: taken },
          },
          { target: 'asking', actions: { type: 'keepKept', params: taken } },
        ],
        onError: { target: 'asking', actions: { type: 'reportFailure', params: failed } },
      },
      after: { patience: { target: 'asking' } },
    },
    asking: {
      meta: { view: 'the photo picker, while the server is asked' },
      after: {
        patience: { guard: 'holdsKept', target: '#tray.checking' },
      },
      invoke: {
        id: 'findRunningTask',
        src: 'findRunningTask',
        onDone: [
          {
            guard: { type: 'canBeginBeside', params: foundAgain },
            target: '#tray.checking',
            actions: [{ type: 'begin', params: foundAgain }, 'forgetAttempt'],
          },
          {
            guard: { type: 'canBegin', params: foundAgain },
            target: '#tray.working.away',
            actions: [{ type: 'begin', params: foundAgain }, 'openOverlayAway'],
          },
          { guard: 'holdsKept', target: '#tray.checking' },
          { target: '#tray.choosing' },
        ],
        onError: [
          {
            guard: 'holdsKept',
            target: '#tray.checking',
            actions: { type: 'reportFailure', params: failed },
          },
          { target: '#tray.choosing.unasked', actions: { type: 'reportFailure', params: failed } },
        ],
      },
    },
  },
});

const left = ({ context }: { context: TrayContext }) => ({ input: attemptLeft(context) });

/** A start that was pressed on an earlier page continues automatically. */
export const returning = traySetup.createStateConfig({
  meta: { view: 'the photo of an earlier page, until the functions are known' },
  on: { ...choosableBeside, ...removable },
  always: [
    {
      guard: 'holdsUnusable',
      target: 'choosing.refused',
      actions: ['releaseHeld', 'keepHeldProblem'],
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
