import { assign } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { knownCodes } from '../model/code-words.ts';
import type { PhotoPiece, PreviewPicture } from '../model/photo.ts';
import type { Place } from '../model/piece-frame.ts';
import { failed, ports } from '../port-actors.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { TaskPort } from '../ports/task.port.ts';
import {
  cropOf,
  earlierIn,
  isElsewhere,
  isSameRequest,
  pieceIn,
  placeAfter,
  previewIn,
  standingIn,
  withPiece,
  withPreview,
} from './preview.keys.ts';
import type { PreviewContext, PreviewEvent, PreviewRequest } from './preview.types.ts';

type Moved = { place: Place };
type Failed = { failure: PortFailure };

const forgotten = {
  request: null,
  place: null,
  pieces: {},
  previews: {},
  needs: {},
  faces: {},
  standing: null,
  earlier: null,
} satisfies PreviewContext;

const previewSetup = setupChart({
  types: {
    context: {} as PreviewContext,
    events: {} as PreviewEvent,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({ calls: ['cropPhoto'] }).of<PhotoPort>(),
    ...ports({ calls: ['previewFunction'], said: { previewFunction: knownCodes } }).of<TaskPort>(),
  },
  guards: {
    /**
     * true if the request has not changed; the studio also sends a request after changes of setup
     * and balance
     */
    isSame: ({ context }, request: PreviewRequest) => isSameRequest(context.request, request),
    canBeShown: (_, request: PreviewRequest) => cropOf(request) !== null,
    /** true if the photo is new; its first preview is loaded without a delay */
    isOfNewPhoto: ({ context }, request: PreviewRequest) =>
      context.request?.photo.id !== request.photo.id && cropOf(request) !== null,
    isElsewhere: ({ context }, { place }: Moved) => isElsewhere(context, place),
    isKnown: ({ context }) => previewIn(context) !== null,
    hasPiece: ({ context }) => pieceIn(context) !== null,
    isOffline: (_, { failure }: Failed) => failure.reason === 'offline',
  },
  actions: {
    setRequest: assign(({ context }, { photo, offered, options }: PreviewRequest) => {
      const request = { photo, offered, options };
      if (context.request?.photo.id !== photo.id) return { ...forgotten, request };
      return { request, standing: standingIn(context, request), earlier: earlierIn(context) };
    }),
    setPlace: assign(({ context }, { place }: Moved) => ({
      place: placeAfter(context, place),
      standing: previewIn(context) ?? context.standing,
      earlier: earlierIn(context),
    })),
    setPiece: assign(({ context }, { piece }: { piece: PhotoPiece }) => withPiece(context, piece)),
    setPreview: assign(({ context }, { after }: { after: PreviewPicture }) =>
      withPreview(context, after),
    ),
    forget: assign(forgotten),
  },
  delays: {
    /**
     * Delay in milliseconds. A visitor who browses the functions or moves a slider causes only one
     * call. After a move of the frame, the delay is longer than the time between two presses of an
     * arrow key.
     */
    lull: ({ event }) => (event.type === 'piece.moved' ? 400 : 180),
    retryPause: 10_000,
  },
});

const told = ({ event }: { event: PreviewRequest }) => event;

const moved = ({ event }: { event: Moved }) => event;

const miss = [
  { guard: { type: 'isOffline', params: failed }, target: 'postponed' },
  { target: 'missed' },
] as const;

/**
 * Shows, before the start, what a function does to a piece of the visitor's photo. Failures are not
 * reported, because a start does not need the preview.
 */
export const previewMachine = previewSetup.createMachine({
  id: 'preview',
  context: forgotten,
  initial: 'blank',
  on: {
    'preview.requested': [
      { guard: { type: 'isSame', params: told } },
      {
        guard: { type: 'isOfNewPhoto', params: told },
        target: '.cropping',
        actions: { type: 'setRequest', params: told },
      },
      {
        guard: { type: 'canBeShown', params: told },
        target: '.sorting',
        actions: { type: 'setRequest', params: told },
      },
      { target: '.blank', actions: { type: 'setRequest', params: told } },
    ],
    'piece.moved': {
      guard: { type: 'isElsewhere', params: moved },
      target: '.sorting',
      actions: { type: 'setPlace', params: moved },
    },
    'photo.left': { target: '.blank', actions: 'forget' },
  },
  states: {
    blank: { meta: { view: 'nothing' } },
    sorting: {
      meta: { view: 'transient' },
      always: [{ guard: 'isKnown', target: 'shown' }, { target: 'pausing' }],
    },
    pausing: {
      meta: { view: "the preview's placeholder" },
      after: {
        lull: [{ guard: 'hasPiece', target: 'asking' }, { target: 'cropping' }],
      },
    },
    cropping: {
      meta: { view: "the preview's placeholder" },
      invoke: {
        id: 'cropPhoto',
        src: 'cropPhoto',
        input: ({ context: { request, place } }) => {
          const crop = request && cropOf(request);
          return crop && { ...crop, place };
        },
        onDone: {
          target: 'asking',
          actions: { type: 'setPiece', params: ({ event }) => ({ piece: event.output }) },
        },
        onError: { target: 'missed' },
      },
    },
    asking: {
      meta: { view: "the preview's placeholder" },
      invoke: {
        id: 'previewFunction',
        src: 'previewFunction',
        input: ({ context }) => {
          const piece = pieceIn(context);
          const { offered, options } = context.request ?? {};
          return piece && offered && options
            ? { functionCode: offered.code, options, image: piece.image, survey: piece.survey }
            : null;
        },
        onDone: {
          target: 'shown',
          actions: { type: 'setPreview', params: ({ event }) => ({ after: event.output }) },
        },
        onError: miss,
      },
    },
    shown: { meta: { view: 'a piece of the photo before and after' } },
    missed: { meta: { view: 'a note that there is no preview this time' } },
    postponed: {
      meta: { view: 'a note that the preview waits for the connection' },
      on: { 'connection.restored': { target: 'asking' } },
      // tries again after a pause, because a call may fail although the browser never reports a
      // lost connection
      after: { retryPause: { target: 'asking' } },
    },
  },
});
