import type { KeptPhoto } from '../model/kept-photo.ts';
import type { TaskRecord } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { runLeft } from './studio.choice.ts';
import { choosable, choosableBeside, removable } from './studio.replacing.ts';
import { studioSetup } from './studio.setup.ts';
import type { StudioContext } from './studio.types.ts';

type Found = { event: { output: TaskRecord | null } };

const foundAgain = ({ event: { output } }: Found) => ({
  input: output && { from: 'record' as const, record: output },
  as: 'away' as const,
});

const foundBeside = (found: Found) => ({ ...foundAgain(found), as: 'beside' as const });

type Taken = { event: { output: KeptPhoto | null } };

const taken = ({ event }: Taken) => ({ photo: event.output });

/**
 * Restores this visitor's unfinished work: a photo stored on this device, and a task on the server.
 */
export const resuming = studioSetup.createStateConfig({
  initial: 'looking',
  on: choosable,
  states: {
    looking: {
      meta: { view: "the photo picker, while this device's storage is searched" },
      invoke: {
        id: 'takeKeptPhoto',
        src: 'takeKeptPhoto',
        input: ({ context }) => ({ inHand: context.given }),
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
            actions: { type: 'requestRun', params: foundBeside },
          },
          {
            guard: { type: 'canBegin', params: foundAgain },
            target: '#studio.working',
            actions: { type: 'requestRun', params: foundAgain },
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

const left = ({ context }: { context: StudioContext }) => ({
  input: runLeft(context),
  as: 'away' as const,
});

/** Continues a start that was pressed on an earlier page. */
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
      target: 'working',
      actions: { type: 'requestRun', params: left },
    },
    // the functions are loaded, but the function of the start is no longer offered
    { guard: 'hasOffer', target: 'chosen' },
  ],
});
