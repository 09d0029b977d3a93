import { failed } from '../port-actors.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { keptAsked, keptSending, preparationOf, ticketRequestOf, uploadOf } from './run.load.ts';
import { runSetup } from './run.setup.ts';

const failing = ({ event }: { event: { error: unknown } }) => ({
  kind: 'failed' as const,
  ...failed({ event }),
});

/** Ends the run after a failure that would happen again. */
export const fail = {
  target: '#run.failed',
  actions: { type: 'conclude', params: failing },
} as const;

/** Ends the run after the server has refused a call. */
export const refusals = [
  {
    guard: { type: 'isDailyLimit', params: failed },
    target: '#run.limited',
    actions: { type: 'conclude', params: { kind: 'limited' } },
  },
  {
    guard: { type: 'isVisitorsTurn', params: failed },
    target: '#run.turnedAway',
    actions: {
      type: 'conclude',
      params: ({ event }: { event: { error: unknown } }) => ({
        kind: 'turnedAway' as const,
        ...failed({ event }),
      }),
    },
  },
] as const;

const beforeStart = {
  'cancel.pressed': { target: '#run.cancelled' },
} as const;

export const claiming = runSetup.createStateConfig({
  entry: [{ type: 'measure', params: { stage: 'preparing' } }, 'tellMoved'],
  meta: { view: 'the overlay: getting ready, for less than a moment' },
  invoke: {
    id: 'createKey',
    src: 'createKey',
    onDone: {
      target: 'preparing',
      actions: { type: 'setKey', params: ({ event }) => ({ key: event.output }) },
    },
    onError: fail,
  },
});

export const preparing = runSetup.createStateConfig({
  entry: { type: 'tellKeeper', params: ({ context }) => ({ photo: keptSending(context) }) },
  meta: { view: 'the overlay: the photo is being prepared' },
  on: beforeStart,
  invoke: {
    id: 'preparePhoto',
    src: 'preparePhoto',
    input: ({ context }) => preparationOf(context.load),
    onDone: {
      target: 'uploading',
      actions: { type: 'setPrepared', params: ({ event }) => ({ prepared: event.output }) },
    },
    onError: fail,
  },
});

type Told = { event: { failure: PortFailure } };

const told = ({ event }: Told) => ({ failure: event.failure });

const signAgain = { target: 'signing' } as const;

/**
 * Uploads the photo to the storage. After a failure, the file is sent again with a new ticket. A
 * repeated upload cannot start a second task.
 */
export const uploading = runSetup.createStateConfig({
  initial: 'signing',
  on: beforeStart,
  states: {
    signing: {
      entry: [{ type: 'measure', params: { stage: 'uploading' } }, 'tellMoved'],
      meta: { view: 'the overlay: about to upload' },
      invoke: {
        id: 'requestUpload',
        src: 'requestUpload',
        input: ({ context }) => ticketRequestOf(context.load),
        onDone: {
          target: 'sending',
          actions: { type: 'setTicket', params: ({ event }) => ({ ticket: event.output }) },
        },
        onError: [
          ...refusals,
          { guard: { type: 'isRepeated', params: failed }, ...fail },
          {
            guard: { type: 'isServers', params: failed },
            target: 'paused.silent',
            actions: { type: 'setFailure', params: failed },
          },
          {
            guard: { type: 'isPassing', params: failed },
            target: 'paused.waiting',
            actions: { type: 'setFailure', params: failed },
          },
          fail,
        ],
      },
    },
    sending: {
      meta: { view: 'the overlay: uploading, with its progress' },
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context }) => uploadOf(context.load),
        onError: fail,
      },
      on: {
        'upload.progressed': {
          actions: [
            {
              type: 'measure',
              params: ({ event }) => ({ stage: 'uploading', fraction: event.fraction }),
            },
            'tellMoved',
          ],
        },
        'upload.completed': { target: '#run.announcing' },
        'upload.failed': [
          {
            guard: { type: 'isRepeated', params: told },
            target: '#run.failed',
            actions: {
              type: 'conclude',
              params: ({ event }) => ({ kind: 'failed', failure: event.failure }),
            },
          },
          {
            guard: { type: 'isTicketRefused', params: told },
            target: 'signing',
            actions: { type: 'setFailure', params: told },
          },
          {
            guard: { type: 'isServers', params: told },
            target: 'paused.silent',
            actions: { type: 'setFailure', params: told },
          },
          {
            guard: { type: 'isPassing', params: told },
            target: 'paused.waiting',
            actions: { type: 'setFailure', params: told },
          },
          {
            target: '#run.failed',
            actions: {
              type: 'conclude',
              params: ({ event }) => ({ kind: 'failed', failure: event.failure }),
            },
          },
        ],
      },
    },
    paused: {
      initial: 'waiting',
      entry: 'countTry',
      after: { retryPause: signAgain },
      on: { 'connection.restored': signAgain, 'retry.pressed': signAgain },
      states: {
        waiting: {
          entry: [{ type: 'measure', params: { stage: 'waiting' } }, 'tellMoved'],
          meta: { view: 'the photo waits for the connection, with a button to try at once' },
        },
        silent: {
          entry: [{ type: 'measure', params: { stage: 'silent' } }, 'tellMoved'],
          meta: { view: 'the photo waits for the server, with a button to try at once' },
        },
      },
    },
  },
});

const startNow = { target: 'starting', actions: 'setArrival' } as const;

/**
 * Saves the start on the device before it is sent. If the page crashes, the next page looks up the
 * record of this start instead of sending the start again (R32). A browser without storage skips
 * this step.
 */
export const announcing = runSetup.createStateConfig({
  entry: [{ type: 'measure', params: { stage: 'starting' } }, 'tellMoved'],
  meta: { view: 'the overlay: uploaded, for less than a moment' },
  on: beforeStart,
  invoke: {
    id: 'keepPhoto',
    src: 'keepPhoto',
    input: ({ context }) => keptAsked(context),
    onDone: startNow,
    onError: startNow,
  },
  after: { patience: startNow },
});
