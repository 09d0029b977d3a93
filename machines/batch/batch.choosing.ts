import type { Photo } from '../model/photo.ts';
import { failed } from '../port-actors.ts';
import { nextToInspect, possibleTwins, sourceOf } from './batch.photos.ts';
import { batchSetup } from './batch.setup.ts';
import type { BatchEvent } from './batch.types.ts';

type Chosen = { event: Extract<BatchEvent, { type: 'files.chosen' }> };

export const chosenFiles = ({ event }: Chosen) => event;

const inspected = ({ event }: { event: { output: Photo } }) => ({ photo: event.output });

const photo = ({ event }: { event: { id: string } }) => event;

const settings = ({ event }: { event: Extract<BatchEvent, { type: 'settings.changed' }> }) => event;

/** Passes a single file to the studio. */
export const single = {
  guard: { type: 'isSingle', params: chosenFiles },
  actions: { type: 'passFile', params: chosenFiles },
} as const;

/** Begins a batch with several files, chosen in the file dialog, dropped or pasted. */
export const severalAnew = {
  guard: { type: 'isSeveral', params: chosenFiles },
  target: '#batch.photos.choosing',
  actions: ['releasePhotos', 'forget', { type: 'addFiles', params: chosenFiles }],
} as const;

/**
 * Inspects the chosen photos one after the other, and then waits for the press on Start. The studio
 * shows the first photo, with the function and options that apply to all photos.
 */
export const choosing = batchSetup.createStateConfig({
  tags: 'unkept',
  initial: 'sorting',
  invoke: {
    id: 'guardLeaving',
    src: 'guardLeaving',
    onError: { actions: { type: 'reportFailure', params: failed } },
  },
  on: {
    'files.chosen': {
      target: '.sorting',
      actions: { type: 'addFiles', params: chosenFiles },
    },
    'photo.excluded': [
      {
        guard: { type: 'isExample', params: photo },
        target: '.sorting',
        actions: [{ type: 'exclude', params: photo }, 'showExample'],
      },
      { target: '.sorting', actions: { type: 'exclude', params: photo } },
    ],
    'batch.cleared': { target: 'none', actions: ['dropLeftOut', 'clearStudio'] },
    'settings.changed': [
      {
        guard: { type: 'isOfAnother', params: settings },
        target: 'none',
        actions: 'dropLeftOut',
      },
      { actions: { type: 'setSettings', params: settings } },
    ],
  },
  states: {
    sorting: {
      meta: { view: 'transient' },
      always: [
        { guard: 'mayBeTwin', target: 'comparing' },
        { guard: 'hasArrived', target: 'inspecting' },
        { guard: 'isAlone', target: '#batch.photos.none' },
        { target: 'ready' },
      ],
    },
    comparing: {
      meta: { view: 'the photos so far; another is compared with them' },
      invoke: {
        id: 'findTwin',
        src: 'findTwin',
        input: ({ context }) => {
          const next = nextToInspect(context);
          return next && { file: next.file, others: possibleTwins(context) };
        },
        onDone: [
          {
            guard: { type: 'isTwin', params: ({ event }) => event.output },
            target: 'sorting',
            actions: { type: 'leaveOut', params: { reason: 'twice' } },
          },
          { target: 'inspecting' },
        ],
        onError: { target: 'inspecting' },
      },
    },
    inspecting: {
      meta: { view: 'the photos so far; another is being inspected' },
      invoke: {
        id: 'inspectPhoto',
        src: 'inspectPhoto',
        input: ({ context }) => {
          const next = nextToInspect(context);
          return next && { source: sourceOf(next), isOneOfMany: true };
        },
        onDone: [
          {
            guard: { type: 'hasProblem', params: inspected },
            target: 'sorting',
            actions: { type: 'leaveOutRefused', params: inspected },
          },
          {
            guard: 'isFirst',
            target: 'sorting',
            actions: [{ type: 'setPhoto', params: inspected }, 'showExample'],
          },
          { target: 'sorting', actions: { type: 'setPhoto', params: inspected } },
        ],
        onError: [
          { guard: { type: 'isOffline', params: failed }, target: 'postponed' },
          { target: 'sorting', actions: { type: 'leaveOut', params: { reason: 'unreadable' } } },
        ],
      },
    },
    postponed: {
      meta: { view: 'the photos so far; the others wait for the connection' },
      after: { retryPause: { target: 'inspecting' } },
      on: { 'connection.restored': { target: 'inspecting' } },
    },
    ready: {
      meta: { view: 'the photos, the total price, the start button' },
      on: {
        'start.pressed': {
          guard: 'canStart',
          target: '#batch.photos.working',
          actions: ['line', 'givePhotos', 'dropLeftOut'],
        },
      },
    },
  },
});
