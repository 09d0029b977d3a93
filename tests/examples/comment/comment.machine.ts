import { assign } from 'xstate';
import { setupChart } from '../../../machines/chart-setup.ts';
import type { StateMeta } from '../../../machines/model/chart-meta.ts';
import type { CommentContext, CommentEvent, CommentInput, CommentOutput } from './comment.types.ts';

/** Chart of a dialog that asks for a comment. The output of the chart is the dialog's answer. */
export const commentMachine = setupChart({
  types: {
    context: {} as CommentContext,
    events: {} as CommentEvent,
    input: {} as CommentInput,
    output: {} as CommentOutput,
    meta: {} as StateMeta,
  },
  guards: {
    fits: ({ context }, { text }: { text: string }) => text.length <= context.longest,
    hasWords: ({ context }) => context.comment.trim() !== '',
  },
  actions: { keep: assign((_, { text }: { text: string }) => ({ comment: text })) },
}).createMachine({
  id: 'comment',
  context: ({ input }) => ({ ...input, comment: '' }),
  output: ({ context: { comment } }) => ({ comment }),
  initial: 'writing',
  states: {
    writing: {
      meta: { view: 'a field for a few words' },
      on: {
        'comment.changed': {
          guard: { type: 'fits', params: ({ event }) => event },
          actions: { type: 'keep', params: ({ event }) => event },
        },
        'comment.sent': { guard: 'hasWords', target: 'sent' },
      },
    },
    sent: { type: 'final', meta: { view: 'nothing visible' } },
  },
});
