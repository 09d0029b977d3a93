import { assign, setup } from 'xstate';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import { stripLocale } from '../model/locale.ts';
import type { TaskEnd } from '../model/task-record.ts';
import type { UnseenContext, UnseenEvent } from './unseen.types.ts';

type End = { end: TaskEnd; watched: boolean };

/** The record list and a result page show how tasks ended. */
const showsEnds = (path: string): boolean =>
  /^\/(record|result\/[^/]+)\/?$/.test(stripLocale(path.replace(/[?#].*$/, '')));

/** Whether a task has ended without the visitor seeing it (R72). */
export const unseenMachine = setup({
  types: {
    context: {} as UnseenContext,
    events: {} as UnseenEvent,
    input: {} as UnseenContext,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
  guards: {
    isMissed: ({ context }, { end, watched }: End) =>
      !watched && end !== 'cancelled' && !showsEnds(context.path),
    showsEnds: (_, { path }: UnseenContext) => showsEnds(path),
  },
  actions: { keepPath: assign((_, { path }: UnseenContext) => ({ path })) },
}).createMachine({
  id: 'unseen',
  options: { maxIterations: 1000 },
  context: ({ input: { path } }) => ({ path }),
  initial: 'none',
  on: {
    'location.changed': {
      actions: { type: 'keepPath', params: ({ event }) => event },
      meta: { req: 'R72' },
    },
  },
  states: {
    none: {
      meta: { view: 'nothing has ended unseen' },
      on: {
        'task.ended': {
          guard: { type: 'isMissed', params: ({ event }) => event },
          target: 'some',
          meta: { req: 'R72' },
        },
      },
    },
    some: {
      meta: { view: 'a mark at the records and in the title of the tab' },
      on: {
        'location.changed': [
          {
            guard: { type: 'showsEnds', params: ({ event }) => event },
            target: 'none',
            actions: { type: 'keepPath', params: ({ event }) => event },
            meta: { req: 'R72' },
          },
          {
            actions: { type: 'keepPath', params: ({ event }) => event },
            meta: { req: 'R72' },
          },
        ],
      },
    },
  },
});
