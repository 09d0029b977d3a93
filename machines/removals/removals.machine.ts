import { assign, emit, sendTo } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { ProductEvent } from '../model/product-event.ts';
import { withoutRecord } from '../model/task-record.ts';
import type { UserInfo } from '../model/user.ts';
import { failed, ports, rejected } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import { newsGuards } from '../record-guards.ts';
import { toastRemoval } from '../record-notices.ts';
import type { RemovalsContext, RemovalsEvent } from './removals.types.ts';

type WithUser = { user: UserInfo | null };
type Requested = { ids: readonly string[] };
type Moment = { context: RemovalsContext; event: unknown };

const requested = ({ event }: { event: Requested }) => event;

const user = ({ event }: { event: WithUser }) => event;

const visitorOf = ({ user }: WithUser): string | null => user?.id || null;

const removalDone = ({ queue }: RemovalsContext) => ({
  type: 'removal.done' as const,
  id: queue[0] ?? null,
});

const removed = {
  target: 'sorting',
  actions: ['tellRecords', 'tellResult', 'tellRuns', 'emitDeleted', 'advance'],
} as const;

/**
 * Deletes records, one after the other, wherever the visitor goes in the meantime (R76). A record
 * that cannot be deleted does not stop the others.
 */
export const removalsMachine = setupChart({
  types: {
    context: {} as RemovalsContext,
    events: {} as RemovalsEvent,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
  },
  actors: ports({
    calls: ['deleteRecord'],
    said: { deleteRecord: withoutRecord },
  }).of<RecordsPort>(),
  guards: {
    hasNext: ({ context }) => context.queue.length > 0,
    isMissing: newsGuards.isMissing,
    isAnother: ({ context }, changed: WithUser) => context.visitor !== visitorOf(changed),
  },
  actions: {
    /** a record that is queued already is not queued again */
    add: assign(({ context: { queue, removal } }, { ids }: Requested) => {
      const added = ids.filter((id) => !queue.includes(id));
      return {
        queue: [...queue, ...added],
        removal: { ...removal, asked: removal.asked + added.length },
      };
    }),
    advance: assign(({ context: { queue } }) => ({ queue: queue.slice(1) })),
    countKept: assign(({ context: { removal } }) => ({
      removal: { ...removal, kept: removal.kept + 1 },
    })),
    clear: assign({ queue: [], removal: { asked: 0, kept: 0 } }),
    setVisitor: assign((_, changed: WithUser) => ({ visitor: visitorOf(changed) })),
    tellRecords: sendTo(chart('records'), ({ context }) => removalDone(context)),
    /** the visitor may have opened the page of the record in the meantime */
    tellResult: sendTo(chart('result'), ({ context }) => removalDone(context)),
    /** the studio or a run's card may show this result */
    tellRuns: sendTo(chart('runs'), ({ context }) => ({
      type: 'result.deleted',
      recordId: context.queue[0] ?? null,
    })),
    emitDeleted: emit({ type: 'record.deleted' }),
    /** one message at the end counts what several deletions have kept */
    complain: sendTo(chart('app'), ({ context, event }: Moment, params: { failure: PortFailure }) =>
      rejected(context.removal.asked === 1 ? 'toast.removalFailed' : undefined)(event, params),
    ),
    toastOutcome: toastRemoval(),
  },
}).createMachine({
  id: 'removals',
  context: { queue: [], removal: { asked: 0, kept: 0 }, visitor: null },
  initial: 'idle',
  on: { 'user.changed': { actions: { type: 'setVisitor', params: user } } },
  states: {
    idle: {
      entry: 'clear',
      meta: { view: 'nothing is being deleted' },
      on: {
        'removals.requested': {
          target: 'removing',
          actions: { type: 'add', params: requested },
        },
      },
    },
    removing: {
      initial: 'sorting',
      // after a change of the visitor, records are still in the queue
      exit: [
        {
          type: 'toastOutcome',
          params: ({ context: { queue, removal } }) => ({
            ...removal,
            kept: removal.kept + queue.length,
          }),
        },
      ],
      on: {
        'removals.requested': { actions: { type: 'add', params: requested } },
        'user.changed': {
          guard: { type: 'isAnother', params: user },
          target: 'idle',
          actions: { type: 'setVisitor', params: user },
        },
      },
      states: {
        sorting: {
          meta: { view: 'transient' },
          always: [{ guard: 'hasNext', target: 'deleting' }, { target: '#removals.idle' }],
        },
        deleting: {
          meta: { view: 'the records are marked in the list' },
          invoke: {
            id: 'deleteRecord',
            src: 'deleteRecord',
            input: ({ context: { queue } }) => (queue[0] === undefined ? null : { id: queue[0] }),
            onDone: removed,
            onError: [
              { guard: { type: 'isMissing', params: failed }, ...removed },
              {
                target: 'sorting',
                actions: ['advance', 'countKept', { type: 'complain', params: failed }],
              },
            ],
          },
        },
      },
    },
  },
});
