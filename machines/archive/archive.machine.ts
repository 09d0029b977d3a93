import { assign, sendTo } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { storedPictureOf } from '../model/picture-format.ts';
import { type TaskRecord, withoutRecord } from '../model/task-record.ts';
import { failed, ports, rejected } from '../port-actors.ts';
import type { PicturePort } from '../ports/picture.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import { newsGuards } from '../record-guards.ts';
import type { ArchiveContext, ArchiveInput, ArchiveOutput } from './archive.types.ts';

type Failed = { failure: PortFailure };
type Moment = { context: ArchiveContext; event: unknown };

const failing = {
  target: 'failed',
  actions: [
    { type: 'setFailure', params: failed },
    { type: 'reportFailure', params: failed },
  ],
} as const;

/**
 * Saves the results of several records as one ZIP file, for the chart that invokes this chart (R85).
 * The addresses of results expire after some hours, so every address is renewed first.
 */
export const archiveMachine = setupChart({
  types: {
    context: {} as ArchiveContext,
    input: {} as ArchiveInput,
    output: {} as ArchiveOutput,
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
  },
  actions: {
    addPicture: assign(({ context }, { record }: { record: TaskRecord }) => ({
      ids: context.ids.slice(1),
      pictures: [...context.pictures, ...[storedPictureOf(record.result) ?? []].flat()],
    })),
    noteGone: assign(({ context: { ids, gone } }) => ({
      ids: ids.slice(1),
      gone: [...gone, ...ids.slice(0, 1)],
    })),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    reportFailure: sendTo(chart('app'), ({ context, event }: Moment, params: Failed) =>
      rejected(context.fallback)(event, params),
    ),
  },
}).createMachine({
  id: 'archive',
  context: ({ input }) => ({ ...input, pictures: [], gone: [], failure: null }),
  output: ({ context: { gone, failure } }) => ({ gone, failure }),
  initial: 'sorting',
  states: {
    sorting: {
      meta: { view: 'transient' },
      always: [
        { guard: 'hasRenewals', target: 'renewing' },
        { guard: 'hasPictures', target: 'saving' },
        { target: 'saved' },
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
          actions: { type: 'addPicture', params: ({ event }) => ({ record: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isMissing', params: failed },
            target: 'sorting',
            actions: 'noteGone',
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
        onDone: { target: 'saved' },
        onError: failing,
      },
    },
    saved: { type: 'final', meta: { view: 'the file is saved, or no result is left' } },
    failed: { type: 'final', meta: { view: 'no file is saved' } },
  },
});
