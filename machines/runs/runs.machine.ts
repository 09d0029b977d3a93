import { failed } from '../port-actors.ts';
import type { RunInput } from '../run/run.types.ts';
import { afterCrash, againOf, outcomeOfCrash, runOfPhoto } from './runs.cards.ts';
import { inHandOf, runOfResult, runsBeside } from './runs.hand.ts';
import { runsSetup } from './runs.setup.ts';
import type { RunsContext, RunsEvent } from './runs.types.ts';

type Moment<Type extends RunsEvent['type']> = {
  context: RunsContext;
  event: Extract<RunsEvent, { type: Type }>;
};

const again = ({
  context,
  event: { id },
}: Moment<'card.retried'>): { id: string; input: RunInput | null } => {
  const card = runsBeside(context).find((one) => one.id === id);
  return { id, input: card ? againOf(card) : null };
};

const deleted = ({ context, event }: Moment<'result.deleted'>) => ({
  id: runOfResult(context.cards, event.recordId),
});

const left = ({ context, event }: Moment<'record.left'>) => ({
  id: inHandOf(context, event.recordId),
});

const unwanted = ({ context, event }: Moment<'photo.cancelled'>) => ({
  id: runOfPhoto(context.cards, event.photoId),
  event: { type: 'cancel.pressed' as const },
});

const ended = ({ event }: Moment<'run.ended'>) => event;

const requested = ({ event }: Moment<'run.requested'>) => event;

const pressed = ({ context, event }: Moment<'cancel.pressed' | 'retry.pressed'>) => ({
  id: context.inHand,
  event,
});

/**
 * Contains all runs of this page. At most one is the current run: the studio waits for this run's
 * end, and the overlay shows its progress (R16, R42). The other runs continue in the background,
 * and their ends are reported as well (R71, R72).
 */
export const runsMachine = runsSetup.createMachine({
  id: 'runs',
  context: { cards: [], inHand: null, begun: 0, isWatched: false },
  initial: 'free',
  on: {
    'run.requested': [
      {
        guard: { type: 'isBeside', params: requested },
        actions: { type: 'begin', params: requested },
      },
      {
        target: '.following',
        actions: [
          { type: 'begin', params: requested },
          { type: 'openOverlay', params: requested },
        ],
      },
    ],
    'connection.lost': { actions: { type: 'tellRuns', params: ({ event }) => event } },
    'connection.restored': { actions: { type: 'tellRuns', params: ({ event }) => event } },
    'run.moved': [
      {
        guard: { type: 'isInHand', params: ({ event }) => event },
        actions: [
          { type: 'setView', params: ({ event }) => event },
          { type: 'tellOverlay', params: ({ event }) => event },
        ],
      },
      { actions: { type: 'setView', params: ({ event }) => event } },
    ],
    'run.delayed': { actions: { type: 'setDelay', params: ({ event }) => event } },
    'run.ended': [
      {
        guard: { type: 'isOfBatch', params: ended },
        actions: [
          { type: 'stopRun', params: ended },
          { type: 'tellBatch', params: ended },
          { type: 'tellEnd', params: ended },
          { type: 'dropCard', params: ended },
        ],
      },
      {
        guard: { type: 'isUnshownInHand', params: ended },
        target: '.free',
        actions: [
          { type: 'stopRun', params: ended },
          'closeOverlay',
          { type: 'tellStudio', params: ended },
          { type: 'dropCard', params: ended },
        ],
      },
      {
        guard: { type: 'isInHand', params: ended },
        target: '.over',
        actions: [
          { type: 'stopRun', params: ended },
          { type: 'setOutcome', params: ended },
          { type: 'tellStudio', params: ended },
          { type: 'tellEnd', params: ended },
          { type: 'endOverlay', params: ended },
        ],
      },
      {
        guard: { type: 'isWorthTelling', params: ended },
        actions: [
          { type: 'stopRun', params: ended },
          { type: 'setOutcome', params: ended },
          { type: 'tellEnd', params: ended },
        ],
      },
      {
        actions: [
          { type: 'stopRun', params: ended },
          { type: 'dropCard', params: ended },
        ],
      },
    ],
    'xstate.error.actor.run.*': [
      // follows the task of a crashed run again, because the task continues on the server
      {
        guard: { type: 'canBegin', params: afterCrash },
        actions: [
          { type: 'stopRun', params: afterCrash },
          { type: 'beginInPlace', params: afterCrash },
          { type: 'reportFailure', params: failed },
        ],
      },
      {
        guard: { type: 'isInHand', params: outcomeOfCrash },
        target: '.over',
        actions: [
          { type: 'stopRun', params: outcomeOfCrash },
          { type: 'setOutcome', params: outcomeOfCrash },
          { type: 'setWatched', params: { isWatched: false } },
          { type: 'tellStudio', params: outcomeOfCrash },
          { type: 'reportFailure', params: failed },
          { type: 'tellEnd', params: outcomeOfCrash },
          'closeOverlay',
        ],
      },
      {
        guard: { type: 'isOfBatch', params: outcomeOfCrash },
        actions: [
          { type: 'stopRun', params: outcomeOfCrash },
          { type: 'reportFailure', params: failed },
          { type: 'tellBatch', params: outcomeOfCrash },
          { type: 'tellEnd', params: outcomeOfCrash },
          { type: 'dropCard', params: outcomeOfCrash },
        ],
      },
      {
        actions: [
          { type: 'stopRun', params: outcomeOfCrash },
          { type: 'setOutcome', params: outcomeOfCrash },
          { type: 'reportFailure', params: failed },
          { type: 'tellEnd', params: outcomeOfCrash },
        ],
      },
    ],
    'photo.cancelled': { actions: { type: 'tellRun', params: unwanted } },
    'picture.lost': { actions: { type: 'dropPicture', params: ({ event }) => event } },
    'picture.changed': { actions: { type: 'setPicture', params: ({ event }) => event } },
    'batch.crashed': { actions: 'leaveBatch' },
    'card.cancelled': {
      actions: {
        type: 'tellRun',
        params: ({ event: { id } }) => ({ id, event: { type: 'cancel.pressed' } }),
      },
    },
    'card.hurried': {
      actions: {
        type: 'tellRun',
        params: ({ event: { id } }) => ({ id, event: { type: 'retry.pressed' } }),
      },
    },
    'card.retried': {
      guard: { type: 'canBegin', params: again },
      actions: { type: 'beginInPlace', params: again },
    },
    'card.dismissed': {
      actions: [
        { type: 'releaseCard', params: ({ event }) => event },
        { type: 'dropCard', params: ({ event }) => event },
      ],
    },
    'result.deleted': [
      { guard: { type: 'isInHand', params: deleted }, actions: 'removePhoto' },
      {
        guard: { type: 'isFound', params: deleted },
        actions: [
          { type: 'releaseCard', params: deleted },
          { type: 'dropCard', params: deleted },
        ],
      },
      { actions: { type: 'tellBatchDeleted', params: ({ event }) => event } },
    ],
    'record.left': { guard: { type: 'isFound', params: left }, actions: 'removePhoto' },
    'studio.crashed': { target: '.free', actions: ['stopRuns', 'closeOverlay', 'dropCards'] },
  },
  states: {
    free: { meta: { view: 'the cards of the runs' } },
    following: {
      meta: { view: 'the overlay, or a panel with the progress and a way back to the overlay' },
      on: {
        'hand.freed': { target: 'free', actions: ['closeOverlay', 'freeHand'] },
        'overlay.left': { actions: { type: 'setWatched', params: { isWatched: false } } },
        'overlay.returned': { actions: { type: 'setWatched', params: { isWatched: true } } },
        'cancel.pressed': { actions: { type: 'tellRun', params: pressed } },
        'retry.pressed': { actions: { type: 'tellRun', params: pressed } },
      },
    },
    over: {
      meta: { view: 'the end of the run in hand, in the studio' },
      on: { 'hand.freed': { target: 'free', actions: 'freeHand' } },
    },
  },
});
