import { assign, emit, raise, sendTo, stopChild } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { nextPhotoOf } from '../model/next-photo.ts';
import type { ProductEvent } from '../model/product-event.ts';
import {
  appendRecords,
  dropRecord,
  endedIn,
  hasEnded,
  latestOf,
  recordUnderWay,
  replaceRecord,
} from '../model/record-list.ts';
import { type RecordPage, type TaskRecord, withoutRecord } from '../model/task-record.ts';
import { ports, rejected } from '../port-actors.ts';
import type { PicturePort } from '../ports/picture.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import { newsGuards } from '../record-guards.ts';
import { removalQuestion, sendNextPhoto, toastRemoval } from '../record-notices.ts';
import { recordWatchMachine } from '../record-watch/record-watch.machine.ts';
import type { WatchEvent } from '../record-watch/record-watch.types.ts';
import { listChanged, resultsIn, toggled, toggledAll } from './records.picked.ts';
import type { RecordsContext, RecordsEvent } from './records.types.ts';

type Failed = { failure: PortFailure };

export const noPage: RecordPage = { records: [], nextCursor: null };

/** True if the answer has as many records as the list on screen, or all records. */
const isWhole = ({ records }: RecordsContext, page: RecordPage): boolean =>
  page.nextCursor === null || page.records.length >= records.length;

const joined = ({ coming }: RecordsContext, page: RecordPage): RecordPage => ({
  records: appendRecords(coming.records, page.records),
  nextCursor: page.nextCursor,
});

export const continuedOf = ({ continuedId }: RecordsContext): { id: string } | null =>
  continuedId === null ? null : { id: continuedId };

const withId = (id: string | undefined): { id: string } | null =>
  id === undefined ? null : { id };

export const removalOf = ({ removals }: RecordsContext) => withId(removals[0]);

export const renewalOf = ({ renewals }: RecordsContext) => withId(renewals[0]);

export const recordsSetup = setupChart({
  types: {
    context: {} as RecordsContext,
    events: {} as RecordsEvent,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({
      calls: ['listRecords', 'loadRecord', 'deleteRecord'],
      said: { deleteRecord: withoutRecord },
    }).of<RecordsPort>(),
    ...ports({ calls: ['savePictures'] }).of<PicturePort>(),
    recordWatch: recordWatchMachine,
  },
  guards: {
    hasMore: ({ context }) => context.nextCursor !== null,
    isComplete: ({ context }) => context.nextCursor === null,
    hasUnderWay: ({ context }) => recordUnderWay(context.records) !== null,
    hasEnded: ({ context }, { id }: { id: string }) => hasEnded(context.records, id),
    hasResult: ({ context: { records } }, { id }: { id: string }) =>
      nextPhotoOf(records.find((one) => one.id === id) ?? null, 'result') !== null,
    canSelect: ({ context }) => endedIn(context.records).length > 1,
    hasSelected: ({ context }) => context.selected.length > 0,
    isNothingSelected: ({ context }) => context.selected.length === 0,
    hasSelectedResults: ({ context: { records, selected } }) =>
      resultsIn(records, selected).length > 0,
    hasResultsToSave: ({ context: { records, toSave } }) => resultsIn(records, toSave).length > 0,
    hasRenewals: ({ context }) => context.renewals.length > 0,
    hasRemovals: ({ context }) => context.removals.length > 0,
    isListOver: ({ context: { records, nextCursor } }) =>
      records.length === 0 && nextCursor === null,
    isPageOver: ({ context: { records } }) => records.length === 0,
    isWholeAgain: ({ context }, { page }: { page: RecordPage }) =>
      isWhole(context, joined(context, page)),
    isConfirmed: newsGuards.isConfirmed,
    isMissing: newsGuards.isMissing,
  },
  actions: {
    setPage: assign((_, { page }: { page: RecordPage }) => ({
      records: page.records,
      nextCursor: page.nextCursor,
      failure: null,
    })),
    appendPage: assign(({ context }, { page }: { page: RecordPage }) => ({
      records: appendRecords(context.records, page.records),
      nextCursor: page.nextCursor,
      failure: null,
    })),
    beginAgain: assign({ coming: noPage }),
    setComing: assign(({ context }, { page }: { page: RecordPage }) => ({
      coming: joined(context, page),
    })),
    replaceList: assign(({ context }, { page }: { page: RecordPage }) => {
      const { records, nextCursor } = joined(context, page);
      const changed = listChanged(context, latestOf(context.records, records));
      return { ...changed, nextCursor, coming: noPage };
    }),
    noteReplaced: raise({ type: 'list.replaced' }),
    noteRemoved: raise({ type: 'removal.done' }),
    tellChanged: sendTo(chart('tabs'), { type: 'change.noticed' }),
    replaceRecord: assign(({ context }, { record }: { record: TaskRecord }) => ({
      records: replaceRecord(context.records, record),
    })),
    toggle: assign(({ context }, { id }: { id: string }) => ({ selected: toggled(context, id) })),
    toggleAll: assign(({ context }) => ({ selected: toggledAll(context) })),
    clearSelected: assign({ selected: [] }),
    markRemoval: assign((_, { ids }: { ids: readonly string[] }) => ({
      removals: ids,
      removal: { asked: ids.length, kept: 0 },
    })),
    dropRemoved: assign(({ context }) =>
      listChanged(context, dropRecord(context.records, context.removals[0] ?? null)),
    ),
    countKept: assign(({ context: { removal } }) => ({
      removal: { ...removal, kept: removal.kept + 1 },
    })),
    advance: assign(({ context: { removals } }) => ({ removals: removals.slice(1) })),
    drop: assign(({ context }, { id }: { id: string }) =>
      listChanged(context, dropRecord(context.records, id)),
    ),
    listRenewals: assign(({ context: { records, selected } }) => {
      const toSave = resultsIn(records, selected).map(({ id }) => id);
      return { toSave, renewals: toSave };
    }),
    clearRenewals: assign({ toSave: [], renewals: [] }),
    renew: assign(({ context: { records, renewals } }, { record }: { record: TaskRecord }) => ({
      records: replaceRecord(records, record),
      renewals: renewals.slice(1),
    })),
    dropRenewal: assign(({ context }) => ({
      ...listChanged(context, dropRecord(context.records, context.renewals[0] ?? null)),
      renewals: context.renewals.slice(1),
    })),
    setWatchFailure: assign((_, { failure }: Failed) => ({ watchFailure: failure })),
    follow: assign(({ context: { records }, spawn }) => {
      const record = recordUnderWay(records);
      if (record) {
        const { id, revision } = record;
        spawn('recordWatch', { id: 'recordWatch', input: { id, revision } });
      }
      return {};
    }),
    unfollow: stopChild('recordWatch'),
    tellWatch: sendTo('recordWatch', (_, event: WatchEvent) => event),
    clearRemoval: assign({ removals: [], removal: { asked: 0, kept: 0 } }),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    reportFailure: sendRejected(),
    /** one message at the end counts what several deletions have kept */
    complainOfRemoval: sendTo(
      chart('app'),
      ({ context, event }: { context: RecordsContext; event: unknown }, params: Failed) =>
        rejected(context.removal.asked === 1 ? 'toast.removalFailed' : undefined)(event, params),
    ),
    askForRemoval: sendTo(chart('dialogs'), ({ context: { removals } }) =>
      removalQuestion('records', removals.join('+'), removals.length),
    ),
    toastOutcome: toastRemoval(),
    /** the studio or a run's card may show this result */
    tellRuns: sendTo(chart('runs'), ({ context }) => ({
      type: 'result.deleted',
      recordId: context.removals[0] ?? null,
    })),
    markContinued: assign((_, { id }: { id: string }) => ({ continuedId: id })),
    clearContinued: assign({ continuedId: null }),
    giveToStudio: sendNextPhoto(),
    goHome: sendTo(chart('app'), { type: 'navigation.requested', to: '/' }),
    complainOfNext: sendRejected('toast.continueFailed'),
    complainOfSaving: sendRejected('toast.savingFailed'),
    dropContinued: assign(({ context }) =>
      listChanged(context, dropRecord(context.records, context.continuedId)),
    ),
    emitDeleted: emit({ type: 'record.deleted' }),
  },
});
