import type { PictureChanged } from '../own-picture/own-picture.types.ts';
import { failed } from '../port-actors.ts';
import { chosenFiles, severalAnew, single } from './batch.choosing.ts';
import { batchSetup } from './batch.setup.ts';
import type { BatchEvent } from './batch.types.ts';

const settled = ({ event }: { event: Extract<BatchEvent, { type: 'photo.settled' }> }) => event;

const user = ({ event }: { event: Extract<BatchEvent, { type: 'user.changed' }> }) => event;

const photo = ({ event }: { event: { id: string } }) => event;

const changed = ({ event }: { event: PictureChanged }) => event;

const goOn = { target: '#batch.photos.working.going' } as const;

/**
 * Returns the photo to the queue, because the visitor must act before the server accepts another
 * start.
 */
const interrupted = [
  {
    guard: { type: 'isTurnedAway', params: settled },
    target: '#batch.photos.working.paused',
    actions: [
      { type: 'putBack', params: settled },
      { type: 'setLackOf', params: settled },
    ],
  },
] as const;

/** Processes the photos. At most three runs exist at once; the other photos are queued. */
export const working = batchSetup.createStateConfig({
  tags: 'unkept',
  initial: 'going',
  invoke: {
    id: 'guardLeaving',
    src: 'guardLeaving',
    onError: { actions: { type: 'reportFailure', params: failed } },
  },
  always: { guard: 'isOver', target: 'finished' },
  on: {
    'files.chosen': [single, { actions: { type: 'nameBusy', params: chosenFiles } }],
    'photo.cancelled': { actions: { type: 'cancelPhoto', params: photo } },
    'batch.cancelled': { actions: 'cancelAll' },
    'batch.cleared': { target: 'none', actions: ['releasePhotos', 'cancelRuns', 'dropLeftOut'] },
    'result.deleted': { actions: { type: 'dropResult', params: ({ event }) => event } },
    'runs.crashed': { ...goOn, actions: 'settleLost' },
  },
  states: {
    going: {
      entry: 'startNext',
      meta: { view: 'the photos with their progress; a button to cancel one or all' },
      always: [
        {
          guard: 'isWithoutPicture',
          target: 'paused',
          actions: { type: 'setLack', params: { lack: 'picture' } },
        },
        {
          guard: 'isShort',
          target: 'paused',
          actions: { type: 'setLack', params: { lack: 'credits' } },
        },
      ],
      on: {
        'photo.settled': [
          ...interrupted,
          {
            guard: { type: 'isCrowded', params: settled },
            target: 'crowded',
            actions: { type: 'putBack', params: settled },
          },
          {
            guard: { type: 'isPictureLost', params: settled },
            target: 'going',
            reenter: true,
            actions: { type: 'putBackLost', params: settled },
          },
          { target: 'going', reenter: true, actions: { type: 'settle', params: settled } },
        ],
        'photo.retried': {
          guard: { type: 'canRetry', params: photo },
          target: 'going',
          reenter: true,
          actions: { type: 'retry', params: photo },
        },
        'user.changed': {
          target: 'going',
          reenter: true,
          actions: { type: 'setPurse', params: user },
        },
      },
    },
    /**
     * the server refuses further starts, because this visitor's other tabs or devices run the
     * maximum number of tasks
     */
    crowded: {
      meta: { view: 'the photos with their progress; the next starts in a moment' },
      after: { crowdedPause: goOn },
      on: {
        'photo.settled': [
          ...interrupted,
          {
            guard: { type: 'isCrowded', params: settled },
            actions: { type: 'putBack', params: settled },
          },
          {
            guard: { type: 'isPictureLost', params: settled },
            actions: { type: 'putBackLost', params: settled },
          },
          { ...goOn, actions: { type: 'settle', params: settled } },
        ],
        'photo.retried': {
          guard: { type: 'canRetry', params: photo },
          actions: { type: 'retry', params: photo },
        },
      },
    },
    paused: {
      meta: { view: 'the photos; why the others wait, and a button to get credits' },
      on: {
        'photo.settled': [
          {
            guard: { type: 'isTurnedAway', params: settled },
            actions: { type: 'putBack', params: settled },
          },
          {
            guard: { type: 'isCrowded', params: settled },
            actions: { type: 'putBack', params: settled },
          },
          {
            guard: { type: 'isPictureLost', params: settled },
            actions: { type: 'putBackLost', params: settled },
          },
          { actions: { type: 'settle', params: settled } },
        ],
        'photo.retried': {
          guard: { type: 'canRetry', params: photo },
          actions: { type: 'retry', params: photo },
        },
        'retry.pressed': { ...goOn, actions: 'usePicture' },
        'picture.changed': [
          {
            guard: { type: 'isPictureAwaited', params: changed },
            ...goOn,
            actions: { type: 'setPicture', params: changed },
          },
          { actions: { type: 'setPicture', params: changed } },
        ],
        'user.changed': [
          {
            guard: { type: 'canContinue', params: user },
            ...goOn,
            actions: { type: 'setPurse', params: user },
          },
          { actions: { type: 'setPurse', params: user } },
        ],
      },
    },
  },
});

export const finished = batchSetup.createStateConfig({
  tags: 'kept',
  meta: { view: 'the results and the failures; a button for one ZIP of all results' },
  on: {
    'files.chosen': [
      single,
      {
        guard: 'hasRetryable',
        actions: { type: 'nameRetryable', params: chosenFiles },
      },
      severalAnew,
    ],
    'photo.retried': {
      guard: { type: 'canRetry', params: photo },
      target: 'working',
      actions: { type: 'retry', params: photo },
    },
    'result.deleted': { actions: { type: 'dropResult', params: ({ event }) => event } },
    'batch.dismissed': { target: 'none', actions: ['releasePhotos', 'dropLeftOut'] },
  },
});
