import { failed } from '../port-actors.ts';
import { afterCrash, outcomeOfCrash } from './tray.cards.ts';
import { traySetup } from './tray.setup.ts';
import type { PhotoChosen, TrayContext, TrayEvent } from './tray.types.ts';

type Pressed = Extract<TrayEvent, { type: 'cancel.pressed' | 'retry.pressed' }>;

const inHand = ({ context, event }: { context: TrayContext; event: Pressed }) => ({
  id: context.inHand,
  event,
});

type Ended = Extract<TrayEvent, { type: 'attempt.ended' }>;

/** The photo and its options stay. */
const turnedAway = [
  { type: 'stopAttempt', params: ({ event }: { event: Ended }) => event },
  { type: 'dropCard', params: ({ event }: { event: Ended }) => event },
  'closeOverlay',
  'forgetAttempt',
] as const;

const source = ({ event }: { event: PhotoChosen }) => event;

/** From a press of start to the end of its run, which another photo does not interrupt. */
export const working = traySetup.createStateConfig({
  initial: 'watched',
  on: {
    'photo.chosen': {
      target: 'checking',
      actions: [
        'closeOverlay',
        { type: 'keepSource', params: source },
        { type: 'emitChosen', params: source },
      ],
    },
    // it has begun meanwhile
    'start.resumed': {},
    'photo.removed': { target: 'choosing', actions: ['closeOverlay', 'putAway'] },
    'cancel.pressed': { actions: { type: 'tellAttempt', params: inHand } },
    'retry.pressed': { actions: { type: 'tellAttempt', params: inHand } },
    'attempt.moved': {
      guard: { type: 'isInHand', params: ({ event }) => event },
      actions: [
        { type: 'keepView', params: ({ event }) => event },
        { type: 'tellOverlay', params: ({ event }) => event },
      ],
    },
    'attempt.ended': [
      {
        guard: { type: 'isGoneInHand', params: ({ event }) => event },
        target: 'choosing',
        actions: [
          { type: 'stopAttempt', params: ({ event }) => event },
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
    'xstate.error.actor.attempt.*': {
      guard: { type: 'isCrashInHand', params: afterCrash },
      target: '#tray.ended.notice.missed',
      actions: [
        { type: 'stopAttempt', params: outcomeOfCrash },
        { type: 'keepOutcome', params: outcomeOfCrash },
        { type: 'reportFailure', params: failed },
      ],
    },
  },
  states: {
    watched: {
      meta: { view: 'the overlay' },
      on: {
        'overlay.left': { target: 'away' },
        'attempt.ended': {
          guard: { type: 'isEndInHand', params: ({ event }) => event },
          target: '#tray.ended.notice.watched',
          actions: [
            { type: 'stopAttempt', params: ({ event }) => event },
            { type: 'keepOutcome', params: ({ event }) => event },
          ],
        },
      },
    },
    away: {
      meta: { view: 'a card with the progress, and a link back to the overlay' },
      on: {
        'overlay.returned': { target: 'watched' },
        'attempt.ended': {
          guard: { type: 'isEndInHand', params: ({ event }) => event },
          target: '#tray.ended.notice.missed',
          actions: [
            { type: 'stopAttempt', params: ({ event }) => event },
            { type: 'keepOutcome', params: ({ event }) => event },
          ],
        },
      },
    },
  },
});
