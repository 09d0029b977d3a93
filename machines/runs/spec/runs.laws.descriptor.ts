import type { Laws } from '../../testing/chart-descriptor.ts';
import { endOf, isPutBack } from '../runs.ends.ts';
import { runInHand } from '../runs.hand.ts';
import type { runsMachine } from '../runs.machine.ts';

export const runsLaws: Laws<typeof runsMachine> = {
  'the state of the chart fits the current run: none, unfinished or ended': {
    holds: ({ now }) => {
      const card = runInHand(now.context);
      if (now.matches('free')) return now.context.inHand === null;
      if (now.matches('over')) return card !== null && card.outcome !== null;
      return card !== null && card.outcome === null && now.children[card.id] !== undefined;
    },
    brokenBy: 'runs.following on hand.freed: without the action freeHand',
  },
  'the overlay closes when the current run ends': {
    holds: ({ before, now, told }) =>
      !before.matches('following') ||
      now.matches('following') ||
      told.some(({ to, event }) => to === 'overlay' && event.type !== 'overlay.opened'),
    brokenBy: 'runs.following on hand.freed: without the action closeOverlay',
  },
  'every end of the current run is reported to the studio once': {
    holds: ({ before, now, event, told }) => {
      const isOver =
        before.matches('following') &&
        !now.matches('following') &&
        event?.type !== 'hand.freed' &&
        event?.type !== 'studio.crashed';
      const overs = told.filter(({ to, event: one }) => to === 'studio' && one.type === 'run.over');
      return overs.length === (isOver ? 1 : 0);
    },
    brokenBy: 'runs on run.ended: without the action tellStudio',
  },
  'every end is reported to the root, except a cancellation, and a photo that the batch starts again':
    {
      holds: ({ before, event, told }) => {
        const end = event?.type === 'run.ended' ? endOf(event.outcome) : null;
        if (event?.type !== 'run.ended' || end === null || end === 'cancelled') return true;
        const card = before.context.cards.find(({ id }) => id === event.id);
        if (card?.isOfBatch && isPutBack(event.outcome)) return true;
        return told.filter((one) => one.event.type === 'task.ended').length === 1;
      },
      brokenBy: 'runs on run.ended: without the action tellEnd',
    },
  'only an end that the visitor has seen in the overlay counts as watched': {
    holds: ({ before, event, told }) => {
      const isSeen = before.matches('following') && before.context.isWatched;
      return told.every(
        ({ event: one }) => !one.watched || (isSeen && event?.type === 'run.ended'),
      );
    },
    brokenBy: 'runs on xstate.error.actor.run.*: without the action setWatched',
  },
  'every end of a run of the batch is reported to the batch, which shows it (R85)': {
    holds: ({ before, now, event, told }) => {
      const isOver = event?.type === 'run.ended' || event?.type.startsWith('xstate.error');
      const ended = before.context.cards.filter(
        ({ id, isOfBatch }) => isOfBatch && !now.context.cards.some((card) => card.id === id),
      );
      const isReplaced = now.context.begun > before.context.begun;
      if (!isOver || ended.length === 0 || isReplaced) return true;
      return told.some(({ to, event: one }) => to === 'batch' && one.type === 'photo.settled');
    },
    brokenBy: (machine) => machine.provide({ actions: { tellBatch: () => {} } }),
  },
  'an ended background run stays only if its end is shown or it can be tried again': {
    holds: ({ now: { context } }) =>
      context.cards.every(
        ({ id, outcome }) =>
          id === context.inHand ||
          outcome === null ||
          outcome.kind === 'turnedAway' ||
          ![null, 'cancelled'].includes(endOf(outcome)),
      ),
    brokenBy: (machine) => machine.provide({ guards: { isWorthTelling: () => true } }),
  },
};
