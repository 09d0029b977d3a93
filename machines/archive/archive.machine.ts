import { assign, sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { storedPictureOf } from '../model/picture-format.ts';
import { type TaskRecord, withoutRecord } from '../model/task-record.ts';
import type { UserInfo } from '../model/user.ts';
import { failed, ports } from '../port-actors.ts';
import type { PicturePort } from '../ports/picture.port.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import { newsGuards } from '../record-guards.ts';
import type { ToastRequest } from '../toast/toast.types.ts';
import type { ArchiveContext, ArchiveEvent } from './archive.types.ts';

type WithUser = { user: UserInfo | null };

const user = ({ event }: { event: WithUser }) => event;

const visitorOf = ({ user }: WithUser): string | null => user?.id || null;

const stopped: ToastRequest = {
  type: 'toast.requested',
  kind: 'error',
  message: { id: 'toast.savingFailed' },
};

const failing = {
  target: '#archive.idle',
  actions: { type: 'complain', params: failed },
} as const;

/**
 * Saves the results of several records as one ZIP file, wherever the visitor goes in the meantime
 * (R85). The addresses of results expire after some hours, so every address is renewed first.
 */
export const archiveMachine = setupChart({
  types: {
    context: {} as ArchiveContext,
    events: {} as ArchiveEvent,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({ calls: ['loadRecord'], said: { loadRecord: withoutRecord } }).of<RecordsPort>(),
    ...ports({ calls: ['savePictures'] }).of<PicturePort>(),
  },
  guards: {
    hasRenewals: ({ context }) => context.ids.length > 0,
    hasPictures: ({ context }) => context.pictures.length > 0,
    isMissing: newsGuards.isMissing,
    isAnother: ({ context }, changed: WithUser) => context.visitor !== visitorOf(changed),
  },
  actions: {
    setIds: assign((_, { ids }: { ids: readonly string[] }) => ({ ids })),
    addPicture: assign(({ context }, { record }: { record: TaskRecord }) => ({
      pictures: [...context.pictures, ...[storedPictureOf(record.result) ?? []].flat()],
    })),
    advance: assign(({ context: { ids } }) => ({ ids: ids.slice(1) })),
    clear: assign({ ids: [], pictures: [] }),
    setVisitor: assign((_, changed: WithUser) => ({ visitor: visitorOf(changed) })),
    /** the record was deleted in the meantime, so the file does not contain its result */
    tellRemoved: sendTo(chart('records'), ({ context }) => ({
      type: 'removal.done',
      id: context.ids[0] ?? null,
    })),
    tellRuns: sendTo(chart('runs'), ({ context }) => ({
      type: 'result.deleted',
      recordId: context.ids[0] ?? null,
    })),
    complain: sendRejected('toast.savingFailed'),
    toastStopped: sendTo(chart('toast'), stopped),
  },
}).createMachine({
  id: 'archive',
  context: { ids: [], pictures: [], visitor: null },
  initial: 'idle',
  on: { 'user.changed': { actions: { type: 'setVisitor', params: user } } },
  states: {
    idle: {
      entry: 'clear',
      meta: { view: 'no file is being made' },
      on: {
        'archive.requested': {
          target: 'making',
          actions: { type: 'setIds', params: ({ event }) => event },
        },
      },
    },
    making: {
      tags: 'unkept',
      initial: 'sorting',
      on: {
        'archive.cancelled': { target: 'idle' },
        'user.changed': {
          guard: { type: 'isAnother', params: user },
          target: 'idle',
          actions: [{ type: 'setVisitor', params: user }, 'toastStopped'],
        },
      },
      states: {
        sorting: {
          meta: { view: 'transient' },
          always: [
            { guard: 'hasRenewals', target: 'renewing' },
            { guard: 'hasPictures', target: 'saving' },
            { target: '#archive.idle' },
          ],
        },
        renewing: {
          meta: { view: 'the file is being made' },
          invoke: {
            id: 'loadRecord',
            src: 'loadRecord',
            input: ({ context: { ids } }) => (ids[0] === undefined ? null : { id: ids[0] }),
            onDone: {
              target: 'sorting',
              actions: [
                { type: 'addPicture', params: ({ event }) => ({ record: event.output }) },
                'advance',
              ],
            },
            onError: [
              {
                guard: { type: 'isMissing', params: failed },
                target: 'sorting',
                actions: ['tellRemoved', 'tellRuns', 'advance'],
              },
              failing,
            ],
          },
        },
        saving: {
          meta: { view: 'the file is being made' },
          invoke: {
            id: 'savePictures',
            src: 'savePictures',
            input: ({ context: { pictures } }) => ({ pictures, name: 'photos.zip' }),
            onDone: { target: '#archive.idle' },
            onError: failing,
          },
        },
      },
    },
  },
});
