import { assign, sendTo } from 'xstate';
import { setupChart } from '../../../machines/chart-setup.ts';
import { chart } from '../../../machines/charts.ts';
import type { StateMeta } from '../../../machines/model/chart-meta.ts';
import { ports } from '../../../machines/port-actors.ts';
import type { CommentOutput } from '../comment/comment.types.ts';
import type { RatingPort } from './rating.port.ts';
import type { RatingContext, RatingEvent } from './rating.types.ts';

const commentQuestion = {
  type: 'dialog.requested',
  dialog: {
    id: 'rating.comment',
    name: 'comment',
    requester: 'rating',
    kind: 'comment',
    input: { longest: 200 },
  },
};

const ended = {
  'task.ended': {
    guard: { type: 'isSucceeded', params: ({ event }: { event: { end: string } }) => event },
    target: 'asking',
  },
} as const;

const dismissed = {
  'rating.dismissed': { target: 'silent' },
} as const;

/**
 * After a successful task, asks whether the result is good. If it is not good, asks what is wrong.
 */
export const ratingMachine = setupChart({
  types: {
    context: {} as RatingContext,
    events: {} as RatingEvent,
    meta: {} as StateMeta,
  },
  actors: ports({ calls: ['saveRating'] }).of<RatingPort>(),
  guards: {
    isSucceeded: (_, { end }: { end: string }) => end === 'succeeded',
    isHappy: (_, { happy }: { happy: boolean }) => happy,
  },
  actions: {
    keepRating: assign((_, { happy }: { happy: boolean }) => ({ happy, comment: null })),
    keepComment: assign((_, { answer }: { answer: CommentOutput | 'cancelled' }) => ({
      comment: answer === 'cancelled' ? null : answer.comment,
    })),
    // in the product the kind is a key of Dialogs, so no cast is needed
    askForComment: sendTo(chart('dialogs'), commentQuestion as never),
  },
}).createMachine({
  id: 'rating',
  context: { happy: true, comment: null },
  initial: 'silent',
  states: {
    silent: { meta: { view: 'nothing visible' }, on: ended },
    asking: {
      meta: { view: 'the question whether the result is good, with two answers' },
      on: {
        'rating.given': [
          {
            guard: { type: 'isHappy', params: ({ event }) => event },
            target: 'saving',
            actions: { type: 'keepRating', params: ({ event }) => event },
          },
          { target: 'commenting', actions: { type: 'keepRating', params: ({ event }) => event } },
        ],
        ...dismissed,
      },
    },
    commenting: {
      entry: 'askForComment',
      meta: { view: 'a dialog that asks what is wrong' },
      on: {
        'dialog.answered': {
          target: 'saving',
          actions: { type: 'keepComment', params: ({ event }) => event },
        },
      },
    },
    saving: {
      meta: { view: 'thanks' },
      invoke: {
        id: 'saveRating',
        src: 'saveRating',
        input: ({ context }) => context,
        onDone: { target: 'silent' },
        onError: { target: 'failed' },
      },
    },
    failed: {
      meta: { view: 'a note that it did not arrive, with a retry button' },
      on: { 'rating.retried': { target: 'saving' }, ...dismissed },
    },
  },
});
