import { failed } from '../port-actors.ts';
import { afterCrash, outcomeOfCrash } from './studio.cards.ts';
import { studioSetup } from './studio.setup.ts';
import type { PhotoChosen, StudioContext, StudioEvent } from './studio.types.ts';

type Pressed = Extract<StudioEvent, { type: 'cancel.pressed' | 'retry.pressed' }>;

const inHand = ({ context, event }: { context: StudioContext; event: Pressed }) => ({
  id: context.inHand,
  event,
});

type Ended = Extract<StudioEvent, { type: 'run.ended' }>;

/** The photo and its options stay. */
const turnedAway = [
  { type: 'stopRun', params: ({ event }: { event: Ended }) => event },
  { type: 'dropCard', params: ({ event }: { event: Ended }) => event },
  'closeOverlay',
  'clearRun',
] as const;

const source = ({ event }: { event: PhotoChosen }) => event;

/** From a press of start to the end of its run, which another photo does not interrupt. */
export const working = studioSetup.createStateConfig({
  tags: 'kept',
  initial: 'watched',
  on: {
    'photo.chosen': {
      target: 'checking',
      actions: [
        'closeOverlay',
        { type: 'setSource', params: source },
        { type: 'emitChosen', params: source },
      ],
    },
    // it has begun meanwhile
    'start.resumed': {},
    'photo.removed': { target: 'choosing', actions: ['closeOverlay', 'putAway'] },
    'cancel.pressed': { actions: { type: 'tellRun', params: inHand } },
    'retry.pressed': { actions: { type: 'tellRun', params: inHand } },
    'run.moved': {
      guard: { type: 'isInHand', params: ({ event }) => event },
      actions: [
        { type: 'setView', params: ({ event }) => event },
        { type: 'tellOverlay', params: ({ event }) => event },
      ],
    },
    'run.ended': [
      {
        guard: { type: 'isGoneInHand', params: ({ event }) => event },
        target: 'choosing',
        actions: [
          { type: 'stopRun', params: ({ event }) => event },
          { type: 'dropCard', params: ({ event }) => event },
          'closeOverlay',
          'putAway',
        ],
      },
      {
        guard: { type: 'isSignInNeeded', params: ({ event }) => event },
        target: 'chosen.turnedAway',
        actions: turnedAway,
      },
      {
        guard: { type: 'isInHand', params: ({ event }) => event },
        target: 'chosen',
        actions: turnedAway,
      },
    ],
    'xstate.error.actor.run.*': {
      guard: { type: 'isCrashInHand', params: afterCrash },
      target: '#studio.ended.notice.missed',
      actions: [
        { type: 'stopRun', params: outcomeOfCrash },
        { type: 'setOutcome', params: outcomeOfCrash },
        { type: 'reportFailure', params: failed },
      ],
    },
  },
  states: {
    watched: {
      meta: { view: 'the overlay' },
      on: {
        'overlay.left': { target: 'away' },
        'run.ended': {
          guard: { type: 'isEndInHand', params: ({ event }) => event },
          target: '#studio.ended.notice.watched',
          actions: [
            { type: 'stopRun', params: ({ event }) => event },
            { type: 'setOutcome', params: ({ event }) => event },
          ],
        },
      },
    },
    away: {
      meta: { view: 'a card with the progress, and a link back to the overlay' },
      on: {
        'overlay.returned': { target: 'watched' },
        'run.ended': {
          guard: { type: 'isEndInHand', params: ({ event }) => event },
          target: '#studio.ended.notice.missed',
          actions: [
            { type: 'stopRun', params: ({ event }) => event },
            { type: 'setOutcome', params: ({ event }) => event },
          ],
        },
      },
    },
  },
});
