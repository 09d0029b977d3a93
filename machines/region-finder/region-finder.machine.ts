import { assign, sendTo } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { preparationFor } from '../model/forecast.ts';
import type { PreparedPhoto } from '../model/photo.ts';
import type { FoundRegion, FoundRegions } from '../model/regions.ts';
import type { UploadTicket } from '../model/task-record.ts';
import { failed, ports, rejected } from '../port-actors.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { TaskPort } from '../ports/task.port.ts';
import type {
  RegionFinderContext,
  RegionFinderEvent,
  RegionSearch,
} from './region-finder.types.ts';

type Failed = { failure: PortFailure };
type Found = { regions: readonly FoundRegion[] };

const foundIn = ({ wish, ticket, regions }: RegionFinderContext): FoundRegions | null =>
  wish &&
  ticket && {
    photoId: wish.photo.id,
    functionCode: wish.offered.code,
    regions,
    fileKey: ticket.fileKey,
  };

const finderSetup = setupChart({
  types: {
    context: {} as RegionFinderContext,
    events: {} as RegionFinderEvent,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({ calls: ['preparePhoto'] }).of<PhotoPort>(),
    ...ports({ calls: ['requestUpload', 'findRegions'], streams: ['upload'] }).of<TaskPort>(),
  },
  guards: {
    isSome: (_, { regions }: Found) => regions.length > 0,
  },
  actions: {
    setWish: assign((_, { photo, offered }: RegionSearch) => ({
      wish: { photo, offered },
      prepared: null,
      ticket: null,
      regions: [],
      failure: null,
    })),
    setPrepared: assign((_, { prepared }: { prepared: PreparedPhoto }) => ({ prepared })),
    setTicket: assign((_, { ticket }: { ticket: UploadTicket }) => ({ ticket })),
    setRegions: assign((_, { regions }: Found) => ({ regions })),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    notifySearching: sendTo(chart('studio'), { type: 'regions.changed', found: null }),
    notifyFound: sendTo(chart('studio'), ({ context }) => ({
      type: 'regions.changed',
      found: foundIn(context),
    })),
    reportFailure: sendTo(chart('app'), ({ context: { failure } }) =>
      rejected()(null, { failure: failure ?? { reason: 'unexpected' } }),
    ),
  },
});

const told = ({ event }: { event: { failure: PortFailure } }) => ({ failure: event.failure });

const found = ({ event }: { event: { output: readonly FoundRegion[] } }) => ({
  regions: event.output,
});

const fail = {
  target: '#regionFinder.failed',
  actions: { type: 'setFailure', params: failed },
} as const;

/**
 * Finds faces and text in a photo before the start, for a function that can leave them unchanged. The
 * search begins after a press, because the search uploads the photo. A later start uses the same
 * upload.
 */
export const regionFinderMachine = finderSetup.createMachine({
  id: 'regionFinder',
  context: {
    wish: null,
    prepared: null,
    ticket: null,
    regions: [],
    failure: null,
  },
  initial: 'idle',
  on: {
    'search.pressed': {
      target: '.searching',
      actions: [{ type: 'setWish', params: ({ event }) => event }, 'notifySearching'],
    },
  },
  states: {
    idle: { meta: { view: 'the button that starts the search' } },
    searching: {
      initial: 'preparing',
      on: { 'photo.left': { target: 'idle' } },
      states: {
        preparing: {
          meta: { view: 'the photo is being searched' },
          invoke: {
            id: 'preparePhoto',
            src: 'preparePhoto',
            input: ({ context: { wish } }) => wish && preparationFor(wish.photo, wish.offered),
            onDone: {
              target: 'signing',
              actions: {
                type: 'setPrepared',
                params: ({ event }) => ({ prepared: event.output }),
              },
            },
            onError: fail,
          },
        },
        signing: {
          meta: { view: 'the photo is being searched' },
          invoke: {
            id: 'requestUpload',
            src: 'requestUpload',
            input: ({ context: { wish, prepared } }) =>
              wish && prepared && { format: prepared.format, functionCode: wish.offered.code },
            onDone: {
              target: 'sending',
              actions: { type: 'setTicket', params: ({ event }) => ({ ticket: event.output }) },
            },
            onError: fail,
          },
        },
        sending: {
          meta: { view: 'the photo is being searched' },
          invoke: {
            id: 'upload',
            src: 'upload',
            input: ({ context: { prepared, ticket } }) =>
              prepared && ticket && { file: prepared.file, ticket },
            onError: fail,
          },
          on: {
            'upload.completed': { target: 'looking' },
            'upload.failed': {
              target: '#regionFinder.failed',
              actions: { type: 'setFailure', params: told },
            },
          },
        },
        looking: {
          meta: { view: 'the photo is being searched' },
          invoke: {
            id: 'findRegions',
            src: 'findRegions',
            input: ({ context: { wish, ticket } }) =>
              wish && ticket && { functionCode: wish.offered.code, fileKey: ticket.fileKey },
            onDone: [
              {
                guard: { type: 'isSome', params: found },
                target: '#regionFinder.answered.found',
                actions: [{ type: 'setRegions', params: found }, 'notifyFound'],
              },
              {
                target: '#regionFinder.answered.none',
                actions: 'notifyFound',
              },
            ],
            onError: fail,
          },
        },
      },
    },
    answered: {
      initial: 'found',
      states: {
        found: { meta: { view: 'the regions of the photo, each with a switch' } },
        none: { meta: { view: 'a note that nothing was found, and what a start would do' } },
      },
    },
    failed: {
      entry: 'reportFailure',
      meta: { view: 'a message that the photo could not be searched, and a button to try again' },
    },
  },
});
