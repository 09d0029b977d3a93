import { assign, emit, sendTo } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { EncodedPicture, SaveFormat } from '../model/picture-format.ts';
import type { ProductEvent } from '../model/product-event.ts';
import { withoutRecord } from '../model/task-record.ts';
import { failed, ports } from '../port-actors.ts';
import type { PicturePort } from '../ports/picture.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { EncoderContext, EncoderEvent, LimitKind, OpenPicture } from './encoder.types.ts';
import {
  formatIn,
  idOf,
  isLimitOutOfRange,
  isQualityFree,
  madeIn,
  sidesOf,
  usualQualities,
  wishIn,
} from './encoder.wish.ts';

type Failed = { failure: PortFailure };
type WithContext = { context: EncoderContext };

const unset = {
  format: null,
  side: null,
  made: null,
  failure: null,
} satisfies Partial<EncoderContext>;

const encodingOf = ({ context }: WithContext) => {
  const wish = wishIn(context);
  return context.picture && wish && { source: context.picture.source, wish };
};

const encoderSetup = setupChart({
  types: {
    context: {} as EncoderContext,
    events: {} as EncoderEvent,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
  },
  actors: ports({
    calls: ['encodePicture', 'savePicture'],
    said: { encodePicture: withoutRecord },
  }).of<PicturePort>(),
  guards: {
    isSame: ({ context }, { picture }: { picture: OpenPicture }) =>
      context.picture !== null && idOf(context.picture) === idOf(picture),
    isDelivered: ({ context }) => formatIn(context) === 'delivered',
    isOutOfRange: ({ context }) => isLimitOutOfRange(context),
    isMade: ({ context }) => madeIn(context) !== null,
    isOffered: ({ context }, { format }: { format: SaveFormat }) =>
      context.picture?.formats.includes(format) === true,
    isSideOffered: ({ context }, { side }: { side: number | null }) =>
      sidesOf(context.picture).includes(side),
    isQualityFree: ({ context }) => isQualityFree(context),
    isOwnLimit: ({ context }) => context.limit === 'own',
    isMissing: (_, { failure }: Failed) => failure.code === 'record_gone',
  },
  actions: {
    setPicture: assign(({ context }, { picture }: { picture: OpenPicture }) => {
      const { requester } = picture;
      // the studio keeps limit and quality for its next photo
      const stays = requester === 'studio' && context.picture?.requester === 'studio';
      return {
        ...unset,
        picture,
        limit: stays ? context.limit : ('none' as const),
        quality: stays ? context.quality : usualQualities[requester],
      };
    }),
    setFormat: assign((_, { format }: { format: SaveFormat }) => ({ format })),
    setSide: assign((_, { side }: { side: number | null }) => ({ side })),
    setLimit: assign((_, { limit }: { limit: LimitKind }) => ({ limit })),
    setOwnLimit: assign((_, { kilobytes }: { kilobytes: number }) => ({ ownKilobytes: kilobytes })),
    setQuality: assign((_, { quality }: { quality: number }) => ({ quality })),
    setMade: assign(({ context }, { file }: { file: EncodedPicture }) => {
      const wish = wishIn(context);
      return wish ? { made: { file, wish } } : {};
    }),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    reportMissed: sendTo(({ context, system }) => resultOf(context)({ system }), {
      type: 'picture.missed' as const,
    }),
    reportSaved: sendTo(({ context, system }) => resultOf(context)({ system }), {
      type: 'file.saved' as const,
    }),
    emitDownloaded: emit(({ context: { picture } }) => ({
      type: 'result.downloaded' as const,
      function: picture?.functionCode ?? null,
    })),
  },
  delays: {
    /**
     * Delay in milliseconds. A visitor who moves a slider changes the wish many times, and only the
     * last wish needs a file.
     */
    lull: 300,
  },
});

/** Returns the target of events for the result page, if that page has opened the picture. */
const resultOf = ({ picture }: EncoderContext) =>
  chart(picture?.requester === 'result' ? 'result' : null);

const opened = ({ event }: { event: Extract<EncoderEvent, { type: 'picture.opened' }> }) => event;

const open = encoderSetup.createStateConfig({
  initial: 'sorting',
  on: {
    'format.chosen': {
      guard: { type: 'isOffered', params: ({ event }) => event },
      target: '.sorting',
      actions: { type: 'setFormat', params: ({ event }) => event },
    },
    'side.chosen': {
      guard: { type: 'isSideOffered', params: ({ event }) => event },
      target: '.sorting',
      actions: { type: 'setSide', params: ({ event }) => event },
    },
    'limit.chosen': {
      target: '.sorting',
      actions: { type: 'setLimit', params: ({ event }) => event },
    },
    'limit.changed': {
      guard: 'isOwnLimit',
      target: '.settling',
      actions: { type: 'setOwnLimit', params: ({ event }) => event },
    },
    'quality.changed': {
      guard: 'isQualityFree',
      target: '.settling',
      actions: { type: 'setQuality', params: ({ event }) => event },
    },
  },
  states: {
    sorting: {
      meta: { view: 'transient' },
      always: [
        { guard: 'isDelivered', target: 'delivered' },
        { guard: 'isOutOfRange', target: 'outOfRange' },
        { guard: 'isMade', target: 'made' },
        { target: 'encoding' },
      ],
    },
    delivered: { meta: { view: 'the formats, and the link to the file as delivered' } },
    outOfRange: { meta: { view: 'the settings; the own limit is too small or too large' } },
    settling: {
      meta: { view: 'the settings, while a number is changed' },
      after: { lull: { target: 'sorting' } },
    },
    encoding: {
      meta: { view: 'the settings, while the file is made on this device' },
      invoke: {
        id: 'encodePicture',
        src: 'encodePicture',
        input: encodingOf,
        // The formats are sorted again, because only the file shows whether the picture has
        // transparent parts. JPEG is not suggested for such a picture.
        onDone: {
          target: 'sorting',
          actions: { type: 'setMade', params: ({ event }) => ({ file: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isMissing', params: failed },
            target: '#encoder.closed',
            actions: 'reportMissed',
          },
          { target: 'failed', actions: { type: 'setFailure', params: failed } },
        ],
      },
    },
    made: {
      meta: { view: 'the settings, the size of the file and a button to save it' },
      on: { 'save.pressed': { target: 'saving' } },
    },
    saving: {
      meta: { view: 'the file is handed to the browser' },
      invoke: {
        id: 'savePicture',
        src: 'savePicture',
        input: ({ context: { made } }) => made && { file: made.file.file },
        onDone: { target: 'made', actions: ['emitDownloaded', 'reportSaved'] },
        onError: { target: 'failed', actions: { type: 'setFailure', params: failed } },
      },
    },
    failed: {
      meta: { view: 'why the file could not be made; a button to try again' },
      on: {
        'encoding.retried': { target: 'encoding' },
        'connection.restored': { target: 'encoding' },
      },
    },
  },
});

/** Makes a file from a picture on this device, in the format and size that the visitor chooses. */
export const encoderMachine = encoderSetup.createMachine({
  id: 'encoder',
  context: {
    ...unset,
    picture: null,
    quality: usualQualities.result,
    limit: 'none',
    ownKilobytes: 500,
  },
  initial: 'closed',
  on: {
    'picture.opened': [
      { guard: { type: 'isSame', params: opened } },
      { target: '.open', actions: { type: 'setPicture', params: opened } },
    ],
    'picture.closed': { target: '.closed' },
  },
  states: {
    closed: {
      meta: { view: 'nothing' },
      // the settings stay if the same picture is opened again
      on: { 'picture.opened': { guard: { type: 'isSame', params: opened }, target: 'open' } },
    },
    open,
  },
});
