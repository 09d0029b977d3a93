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

/** What this visitor has left: a photo on this device, and a task at the server. */
export const resuming = traySetup.createStateConfig({
  initial: 'looking',
  on: choosable,
  states: {
    looking: {
      meta: { view: 'the way to choose a photo, while this device is looked through' },
      invoke: {
        id: 'takeKeptPhoto',
        src: 'takeKeptPhoto',
        input: ({ context }) => ({ inHand: photosInHand(context.attempts) }),
        onDone: [
          {
            guard: { type: 'mayBeOnServer', params: taken },
            target: '#tray.checking',
            actions: { type: 'keepKept', params: taken },
            meta: { req: ['R32', 'R79'] },
          },
          {
            target: 'asking',
            actions: { type: 'keepKept', params: taken },
            meta: { req: 'R79' },
          },
        ],
        onError: {
          target: 'asking',
          actions: { type: 'reportFailure', params: failed },
          meta: { req: 'R79' },
        },
      },
      after: { patience: { target: 'asking', meta: { req: 'R79' } } },
    },
    asking: {
      meta: { view: 'the way to choose a photo, while the server is asked' },
      after: {
        patience: { guard: 'holdsKept', target: '#tray.checking', meta: { req: 'R79' } },
      },
      invoke: {
        id: 'findRunningTask',
        src: 'findRunningTask',
        onDone: [
          {
            guard: { type: 'canBeginBeside', params: foundAgain },
            target: '#tray.checking',
            actions: [{ type: 'begin', params: foundAgain }, 'forgetAttempt'],
            meta: { req: ['R71', 'R79'] },
          },
          {
            guard: { type: 'canBegin', params: foundAgain },
            target: '#tray.working.away',
            actions: [{ type: 'begin', params: foundAgain }, 'openOverlayAway'],
            meta: { req: 'R71' },
          },
          { guard: 'holdsKept', target: '#tray.checking', meta: { req: 'R79' } },
          { target: '#tray.choosing', meta: { req: 'R71' } },
        ],
        onError: [
          {
            guard: 'holdsKept',
            target: '#tray.checking',
            actions: { type: 'reportFailure', params: failed },
            meta: { req: 'R79' },
          },
          {
            target: '#tray.choosing.unasked',
            actions: { type: 'reportFailure', params: failed },
            meta: { req: 'R71' },
          },
        ],
      },
    },
  },
});

const left = ({ context }: { context: TrayContext }) => ({ input: attemptLeft(context) });

/** A start that was pressed on an earlier page goes on by itself. */
export const returning = traySetup.createStateConfig({
  meta: { view: 'the photo of an earlier page, until the functions are known' },
  on: { ...choosableBeside, ...removable },
  always: [
    {
      guard: 'holdsUnusable',
      target: 'choosing.refused',
      actions: ['releaseHeld', 'keepHeldProblem'],
      meta: { req: 'R42' },
    },
    {
      guard: { type: 'canBegin', params: left },
      target: 'working.away',
      actions: [{ type: 'begin', params: left }, 'openOverlayAway'],
      meta: { req: ['R71', 'R79'] },
    },
    // its function is not offered any more
    { guard: 'hasOffer', target: 'chosen', meta: { req: 'R79' } },
  ],
});
