import type { TaskRecord } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { recordWatchSetup } from './record-watch.setup.ts';

const answered = ({ event }: { event: { output: TaskRecord } }) => ({ record: event.output });

const offline: { failure: PortFailure } = { failure: { reason: 'offline' } };

/** Returns the reactions to an answer. The actions in `first` run before the record is reported. */
const answers = (...first: 'tellFound'[]) =>
  [
    {
      guard: { type: 'hasEnded', params: answered },
      target: '#recordWatch.ended',
      actions: [...first, { type: 'tellEnded', params: answered }],
    },
    {
      guard: { type: 'hasMoved', params: answered },
      target: '#recordWatch.following',
      reenter: true,
      actions: [
        ...first,
        { type: 'setRevision', params: answered },
        { type: 'tellChanged', params: answered },
      ],
    },
    { target: '#recordWatch.following.resting', actions: [...first] },
  ] as const;

/** Failures after which another request would not help. */
const ends = [
  { guard: { type: 'isMissing', params: failed }, target: '#recordWatch.gone' },
  {
    guard: { type: 'isVisitorsTurn', params: failed },
    target: '#recordWatch.refused',
    actions: [
      { type: 'reportFailure', params: failed },
      { type: 'tellRefused', params: failed },
    ],
  },
] as const;

const losing = {
  target: '#recordWatch.lost.pausing',
  actions: [
    { type: 'setFailure', params: failed },
    { type: 'reportFailure', params: failed },
    { type: 'tellLost', params: failed },
  ],
} as const;

const losingConnection = {
  'connection.lost': {
    target: '#recordWatch.lost.offline',
    actions: { type: 'tellLost', params: offline },
  },
} as const;

const following = recordWatchSetup.createStateConfig({
  initial: 'asking',
  entry: 'clearFailure',
  on: losingConnection,
  states: {
    asking: {
      meta: { view: 'the record, until the server reports a change' },
      invoke: {
        id: 'awaitRecord',
        src: 'awaitRecord',
        input: ({ context: { id, revision } }) => ({ id, revision }),
        onDone: [...answers()],
        onError: [
          ...ends,
          { guard: { type: 'isPassing', params: failed }, target: '#recordWatch.doubting' },
          losing,
        ],
      },
    },
    resting: {
      meta: { view: 'the record' },
      after: { pollPause: { target: 'asking' } },
    },
  },
});

/**
 * Repeats a failed call once before the failure is reported, because the call may only have been
 * aborted.
 */
const doubting = recordWatchSetup.createStateConfig({
  initial: 'pausing',
  on: losingConnection,
  states: {
    pausing: {
      meta: { view: 'the last known record' },
      after: { shortPause: { target: 'asking' } },
    },
    asking: {
      meta: { view: 'the last known record' },
      invoke: {
        id: 'loadRecord',
        src: 'loadRecord',
        input: ({ context: { id } }) => ({ id }),
        onDone: [...answers()],
        onError: [...ends, losing],
      },
    },
  },
});

const asking = { target: '.asking' } as const;

const lost = recordWatchSetup.createStateConfig({
  initial: 'pausing',
  entry: 'clearTries',
  on: { 'watch.retried': asking, 'connection.restored': asking },
  states: {
    pausing: {
      entry: 'countTry',
      meta: { view: 'progress unknown; a button to check now' },
      after: { retryPause: { target: 'asking' } },
    },
    asking: {
      meta: { view: 'progress unknown, the server is being asked' },
      invoke: {
        id: 'findRecord',
        src: 'findRecord',
        input: ({ context: { id, failure } }) => ({ id, known: failure?.code ?? null }),
        onDone: [...answers('tellFound')],
        onError: [
          ...ends,
          {
            // an equal refusal was already reported and is not reported at every retry
            guard: { type: 'isKnown', params: failed },
            target: 'pausing',
            actions: { type: 'tellLost', params: failed },
          },
          { target: 'pausing', actions: losing.actions },
        ],
      },
    },
    offline: {
      meta: { view: 'no connection; a button to check anyway' },
      after: { offlinePause: { target: 'asking' } },
    },
  },
});

/**
 * Follows one record from its known revision to its end, for the chart that invokes this chart
 * (R44, R71, R72, R79). This chart does all waiting and retrying. The port only sends single calls.
 */
export const recordWatchMachine = recordWatchSetup.createMachine({
  id: 'recordWatch',
  context: ({ input }) => ({ ...input, tries: 0, failure: null }),
  initial: 'following',
  states: {
    following,
    doubting,
    lost,
    refused: {
      meta: { view: "the root's message about the refusal; a button to check again" },
      on: { 'watch.retried': { target: 'lost.asking' } },
    },
    gone: { type: 'final', entry: 'tellGone', meta: { view: 'the record no longer exists' } },
    ended: { type: 'final', meta: { view: 'the record at its end' } },
  },
});
