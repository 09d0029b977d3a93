import { assign, enqueueActions, sendTo, stopChild } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { pictureToCome } from '../model/own-value.ts';
import type { PictureChanged, PictureLost } from '../own-picture/own-picture.types.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import { runMachine } from '../run/run.machine.ts';
import type { RunInput, RunNews, RunOutcome } from '../run/run.types.ts';
import {
  handsFree,
  newCard,
  overOf,
  withDelay,
  withNews,
  withNext,
  withOutcome,
  withOwnPicture,
  withoutBatch,
  withoutCard,
} from './runs.cards.ts';
import { endOf, isPutBack, toldEnd } from './runs.ends.ts';
import type { RunRequested, RunsContext, RunsEvent } from './runs.types.ts';

/** The id of a run. `id` is null if the run does not exist. */
type WithId = { id: string | null };
type Ended = { id: string; outcome: RunOutcome };
type Moved = Extract<RunNews, { type: 'run.moved' }>;
type Next = { id: string; input: RunInput | null };
type Told = WithId & { event: { type: 'cancel.pressed' | 'retry.pressed' } };
type Requested = Pick<RunRequested, 'input' | 'as'>;

/** True for a run that does not become the current run. */
const isBeside = (as: RunRequested['as']): boolean => as === 'beside' || as === 'batch';

/**
 * True if the end of a run must be reported: it is visible, and the visitor has not cancelled the
 * run.
 */
const isWorthTelling = (outcome: RunOutcome): boolean =>
  outcome.kind === 'turnedAway' || (endOf(outcome) !== null && endOf(outcome) !== 'cancelled');

export const runsSetup = setupChart({
  types: {
    context: {} as RunsContext,
    events: {} as RunsEvent,
    meta: {} as StateMeta,
  },
  actors: { run: runMachine },
  guards: {
    isBeside: (_, { as }: Pick<RunRequested, 'as'>) => isBeside(as),
    isOfBatch: ({ context }, { id }: WithId) =>
      context.cards.some((card) => card.id === id && card.isOfBatch),
    canBegin: (_, { input }: Next) => input !== null,
    isInHand: ({ context }, { id }: WithId) => id !== null && context.inHand === id,
    isFound: (_, { id }: WithId) => id !== null,
    /**
     * true if the current run ended with nothing to show; the studio then shows the photo or the
     * picker again
     */
    isUnshownInHand: ({ context }, { id, outcome }: Ended) =>
      context.inHand === id && endOf(outcome) === null,
    isWorthTelling: (_, { outcome }: Ended) => isWorthTelling(outcome),
  },
  actions: {
    begin: assign(({ context, spawn }, { input, as }: Requested) => {
      const begun = context.begun + 1;
      const id = `run.${begun}`;
      spawn('run', { id, input });
      const { cards, inHand } = isBeside(as) ? context : handsFree(context);
      return {
        begun,
        inHand: isBeside(as) ? inHand : id,
        cards: [...cards, newCard(id, input, as === 'batch')],
        isWatched: isBeside(as) ? context.isWatched : as === 'watched',
      };
    }),
    /** starts an actor that replaces the previous actor of the same run */
    beginInPlace: assign(({ context, spawn }, { id, input }: Next) => {
      if (!input) return {};
      const begun = context.begun + 1;
      const next = `run.${begun}`;
      spawn('run', { id: next, input });
      return {
        begun,
        inHand: context.inHand === id ? next : context.inHand,
        cards: withNext(context.cards, id, newCard(next, input)),
      };
    }),
    freeHand: assign(({ context }) => handsFree(context)),
    setWatched: assign((_, { isWatched }: Pick<RunsContext, 'isWatched'>) => ({ isWatched })),
    setView: assign(({ context }, news: Moved) => ({ cards: withNews(context.cards, news) })),
    setDelay: assign(({ context }, { id, isDelayed }: { id: string; isDelayed: boolean }) => ({
      cards: withDelay(context.cards, id, isDelayed),
    })),
    setOutcome: assign(({ context }, { id, outcome }: Ended) => ({
      cards: withOutcome(context.cards, id, outcome),
    })),
    dropCard: assign(({ context }, { id }: WithId) => ({
      cards: withoutCard(context.cards, id),
      inHand: context.inHand === id ? null : context.inHand,
    })),
    dropCards: assign({ cards: [], inHand: null }),
    releaseCard: enqueueActions(({ context, enqueue }, { id: dismissed }: WithId) => {
      const id = context.cards.find((card) => card.id === dismissed)?.photoId;
      if (id) enqueue.sendTo(chart('keeper'), { type: 'photo.released', id });
    }),
    stopRun: stopChild((_, { id }: { id: string }) => id),
    stopRuns: enqueueActions(({ context, enqueue }) => {
      for (const { id, outcome } of context.cards) if (!outcome) enqueue.stopChild(id);
    }),
    tellRuns: enqueueActions(({ context, enqueue }, event: ConnectionEvent) => {
      for (const { id, outcome } of context.cards) if (!outcome) enqueue.sendTo(id, event);
    }),
    /** sends the event to the run, unless the run has ended in the meantime */
    tellRun: enqueueActions(({ context, enqueue }, { id, event }: Told) => {
      const card = context.cards.find((one) => one.id === id);
      if (card && !card.outcome) enqueue.sendTo(card.id, event);
    }),
    openOverlay: sendTo(chart('overlay'), (_, { as }: Pick<RunRequested, 'as'>) => ({
      type: 'overlay.opened',
      counter: true,
      away: as === 'away',
    })),
    tellOverlay: sendTo(
      chart('overlay'),
      (_, { view: { stage, fraction, remainingMs } }: Moved) => ({
        type: 'overlay.measured',
        stage,
        fraction,
        remainingMs,
      }),
    ),
    endOverlay: sendTo(chart('overlay'), (_, { outcome }: Ended) => ({
      type: endOf(outcome) === 'succeeded' ? 'overlay.finished' : 'overlay.closed',
    })),
    closeOverlay: sendTo(chart('overlay'), { type: 'overlay.closed' }),
    tellStudio: sendTo(chart('studio'), ({ context }, { outcome }: Ended) =>
      overOf(context, outcome),
    ),
    /** removes the card, because the batch itself shows the end of its run */
    tellBatch: sendTo(chart('batch'), ({ context }, { id, outcome }: Ended) => ({
      type: 'photo.settled',
      photoId: context.cards.find((card) => card.id === id)?.photoId ?? null,
      request: context.cards.find((card) => card.id === id)?.request ?? null,
      outcome,
    })),
    tellBatchDeleted: sendTo(chart('batch'), (_, { recordId }: { recordId: string | null }) => ({
      type: 'result.deleted',
      recordId,
    })),
    dropPicture: assign(({ context }, { fileKey }: Pick<PictureLost, 'fileKey'>) => ({
      cards: withOwnPicture(context.cards, fileKey ?? pictureToCome, pictureToCome),
    })),
    setPicture: assign(({ context }, { fileKey }: Pick<PictureChanged, 'fileKey'>) => ({
      cards: withOwnPicture(context.cards, pictureToCome, fileKey ?? pictureToCome),
    })),
    leaveBatch: assign(({ context }) => ({ cards: withoutBatch(context.cards) })),
    removePhoto: sendTo(chart('studio'), { type: 'photo.removed' }),
    tellEnd: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) => {
      const card = context.cards.find((one) => one.id === id);
      const isQuiet = !isWorthTelling(outcome) || isPutBack(outcome);
      if (card?.isOfBatch && isQuiet) return;
      const inHand = context.inHand === id;
      const seen = { watched: inHand && context.isWatched, inHand };
      const isOfBatch = card?.isOfBatch ?? false;
      enqueue.sendTo(chart('app'), toldEnd(outcome, { ...seen, isOfBatch }));
    }),
    reportFailure: sendRejected(),
  },
});
