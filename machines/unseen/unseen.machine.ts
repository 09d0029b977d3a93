import { assign } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { stripLocale } from '../model/locale.ts';
import type { TaskEnd } from '../model/task-record.ts';
import type { UnseenContext, UnseenEvent } from './unseen.types.ts';

type Place = Pick<UnseenContext, 'path'>;
type End = { end: TaskEnd; recordId: string | null; watched: boolean };

/**
 * True if the page on screen shows how the task ended. The record list shows every task's end, a
 * result page only its own task's end.
 */
const showsEnd = (path: string, recordId: string | null): boolean => {
  const page = stripLocale(path.replace(/[?#].*$/, '')).replace(/\/$/, '');
  if (page === '/record') return true;
  return recordId !== null && page === `/result/${encodeURIComponent(recordId)}`;
};

/**
 * True if the visitor has not seen how the task ended. Without a record, no page could show the
 * end. A cancelled task counts as seen.
 */
const isMissed = ({ path }: UnseenContext, { end, recordId, watched }: End): boolean =>
  !watched && recordId !== null && end !== 'cancelled' && !showsEnd(path, recordId);

/**
 * Stores that a task has ended without the visitor seeing it, and whether that task has a result
 * (R72).
 */
export const unseenMachine = setupChart({
  types: {
    context: {} as UnseenContext,
    events: {} as UnseenEvent,
    input: {} as Place,
    meta: {} as StateMeta,
  },
  guards: {
    isMissedResult: ({ context }, end: End) => isMissed(context, end) && end.end === 'succeeded',
    isMissed: ({ context }, end: End) => isMissed(context, end),
    showsEnd: ({ context }, { path }: Place) => showsEnd(path, context.recordId),
  },
  actions: {
    setPath: assign((_, { path }: Place) => ({ path })),
    setRecord: assign((_, { recordId }: End) => ({ recordId })),
  },
}).createMachine({
  id: 'unseen',
  context: ({ input: { path } }) => ({ path, recordId: null }),
  initial: 'none',
  on: {
    'location.changed': { actions: { type: 'setPath', params: ({ event }) => event } },
  },
  states: {
    none: {
      meta: { view: 'nothing has ended unseen' },
      on: {
        'task.ended': [
          {
            guard: { type: 'isMissedResult', params: ({ event }) => event },
            target: 'some.ready',
            actions: { type: 'setRecord', params: ({ event }) => event },
          },
          {
            guard: { type: 'isMissed', params: ({ event }) => event },
            target: 'some.ended',
            actions: { type: 'setRecord', params: ({ event }) => event },
          },
        ],
      },
    },
    some: {
      initial: 'ready',
      states: {
        ready: {
          meta: { view: 'the records link and the title of the tab show that a result is ready' },
        },
        // a later task may still end with a result, which must be reported as well
        ended: {
          meta: { view: 'the records link and the title of the tab show that there is news' },
        },
      },
      on: {
        'location.changed': [
          {
            guard: { type: 'showsEnd', params: ({ event }) => event },
            target: 'none',
            actions: { type: 'setPath', params: ({ event }) => event },
          },
          { actions: { type: 'setPath', params: ({ event }) => event } },
        ],
      },
    },
  },
});
