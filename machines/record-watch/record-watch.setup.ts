import { assign, sendParent } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import {
  isMissingRecord,
  isUnderWay,
  type TaskRecord,
  withoutRecord,
} from '../model/task-record.ts';
import { ports } from '../port-actors.ts';
import type { PortCall } from '../ports/port.ts';
import { isPassing, type PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import type { RecordNews, WatchContext, WatchEvent, WatchInput } from './record-watch.types.ts';

type Failed = { failure: PortFailure };
type WithRecord = { record: TaskRecord };

/** Error codes that the root handles. Another request would get the same code. */
const visitorsCodes: readonly string[] = ['10009', '51008', '51009', 'daily_limit'];

/** `known` is the error code whose message is already on screen. */
type FindInput = { id: string; known: string | null };
type FindPort = { loadRecord: PortCall<FindInput, TaskRecord> };

const longestPauseMs = 8000;

export const recordWatchSetup = setupChart({
  types: {
    context: {} as WatchContext,
    events: {} as WatchEvent,
    input: {} as WatchInput,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({
      calls: ['awaitRecord', 'loadRecord'],
      said: { awaitRecord: withoutRecord, loadRecord: withoutRecord },
    }).of<RecordsPort>(),
    /** shows a refusal once, and not at every retry */
    findRecord: ports({
      calls: ['loadRecord'],
      said: {
        loadRecord: ({ known }: FindInput) =>
          known === null ? withoutRecord : [...withoutRecord, known],
      },
    }).of<FindPort>().loadRecord,
  },
  guards: {
    hasEnded: (_, { record }: WithRecord) => !isUnderWay(record),
    hasMoved: ({ context }, { record }: WithRecord) => record.revision > context.revision,
    isMissing: (_, { failure }: Failed) => isMissingRecord(failure.code),
    isPassing: (_, { failure }: Failed) => isPassing(failure),
    isVisitorsTurn: (_, { failure }: Failed) => visitorsCodes.includes(failure.code ?? 'none'),
    isKnown: ({ context }, { failure }: Failed) => failure.code === context.failure?.code,
  },
  actions: {
    setRevision: assign((_, { record }: WithRecord) => ({ revision: record.revision })),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    clearFailure: assign({ failure: null }),
    countTry: assign(({ context }) => ({ tries: context.tries + 1 })),
    clearTries: assign({ tries: 0 }),
    tellChanged: sendParent(
      (_, { record }: WithRecord): RecordNews => ({ type: 'record.changed', record }),
    ),
    tellEnded: sendParent(
      (_, { record }: WithRecord): RecordNews => ({ type: 'record.ended', record }),
    ),
    tellGone: sendParent(({ context }): RecordNews => ({ type: 'record.gone', id: context.id })),
    tellLost: sendParent(
      ({ context }, { failure }: Failed): RecordNews => ({
        type: 'record.lost',
        id: context.id,
        failure,
      }),
    ),
    tellFound: sendParent(({ context }): RecordNews => ({ type: 'record.found', id: context.id })),
    tellRefused: sendParent(
      ({ context }, { failure }: Failed): RecordNews => ({
        type: 'record.refused',
        id: context.id,
        failure,
      }),
    ),
    reportFailure: sendRejected(),
  },
  delays: {
    /**
     * pause in milliseconds between two calls, for a server that answers before the record changes
     */
    pollPause: 1000,
    /** pause in milliseconds before an aborted call is repeated */
    shortPause: 500,
    retryPause: ({ context }) => Math.min(longestPauseMs, 500 * 2 ** context.tries),
    /**
     * pause in milliseconds between calls while offline, because browsers sometimes report a lost
     * connection by mistake
     */
    offlinePause: 30_000,
  },
});
