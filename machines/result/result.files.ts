import { storedPictureOf } from '../model/picture-format.ts';
import { failed } from '../port-actors.ts';
import { formatIn } from './result.formats.ts';
import { resultSetup } from './result.setup.ts';
import type { ResultContext } from './result.types.ts';

type WithContext = { context: ResultContext };

export const pictureOf = ({ context: { record } }: WithContext) => {
  const picture = storedPictureOf(record?.result);
  return picture && { picture };
};

/** Returns the input for encoding the result, or null if the result is saved as delivered. */
const encodingOf = ({ context }: WithContext) => {
  const stored = pictureOf({ context });
  const format = formatIn(context);
  if (!stored || format === 'delivered') return null;
  return { ...stored, format, quality: context.quality };
};

/**
 * Handles a picture that could not be loaded. The record is loaded again, which gives a new address
 * or shows that the record was deleted.
 */
const withoutPicture = {
  guard: { type: 'isMissing', params: failed },
  target: '#result.shown.files.closed',
  actions: 'notePictureMissed',
} as const;

const taken = {
  'share.pressed': { guard: 'canShare', target: '#result.shown.files.sharing' },
  'copy.pressed': { guard: 'canCopy', target: '#result.shown.files.copying' },
} as const;

const choosing = resultSetup.createStateConfig({
  initial: 'sorting',
  on: {
    ...taken,
    'formats.closed': { target: 'closed' },
    'format.chosen': {
      guard: { type: 'isOffered', params: ({ event }) => event },
      target: '.sorting',
      actions: { type: 'setFormat', params: ({ event }) => event },
    },
    'quality.changed': {
      guard: 'isLossy',
      target: '.settling',
      actions: { type: 'setQuality', params: ({ event }) => event },
    },
  },
  states: {
    sorting: {
      meta: { view: 'transient' },
      always: [
        { guard: 'isDelivered', target: 'delivered' },
        { guard: 'isMade', target: 'made' },
        { target: 'encoding' },
      ],
    },
    delivered: { meta: { view: 'the formats, and the link to the file as delivered' } },
    settling: {
      meta: { view: 'the formats and the quality, while it is changed' },
      after: { qualityPause: { target: 'sorting' } },
    },
    encoding: {
      meta: { view: 'the formats, while the file is made on this device' },
      invoke: {
        id: 'encodePicture',
        src: 'encodePicture',
        input: encodingOf,
        // the format is checked again, because the file shows whether the result has transparent
        // parts, and JPEG is not suggested for such a result
        onDone: {
          target: 'sorting',
          actions: { type: 'setMade', params: ({ event }) => ({ made: event.output }) },
        },
        onError: [
          withoutPicture,
          { target: 'failed', actions: { type: 'setFileFailure', params: failed } },
        ],
      },
    },
    made: {
      meta: { view: 'the formats, the size of the file and a button to save it' },
      on: { 'save.pressed': { target: 'saving' } },
    },
    saving: {
      meta: { view: 'the file is handed to the browser' },
      invoke: {
        id: 'savePicture',
        src: 'savePicture',
        input: ({ context: { made } }) => made && { file: made.file },
        onDone: { target: '#result.shown.files.closed', actions: 'emitDownloaded' },
        onError: { target: 'failed', actions: { type: 'setFileFailure', params: failed } },
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

/** Saves the result in another format, shares the result, or copies it. */
export const files = resultSetup.createStateConfig({
  initial: 'closed',
  states: {
    closed: {
      meta: { view: 'the download as delivered, and buttons for the other ways' },
      on: { ...taken, 'formats.opened': { guard: 'hasWays', target: 'choosing' } },
    },
    choosing,
    sharing: {
      meta: { view: 'the share sheet of the device' },
      invoke: {
        id: 'sharePicture',
        src: 'sharePicture',
        input: pictureOf,
        onDone: { target: 'closed' },
        onError: [
          withoutPicture,
          { guard: { type: 'isCancelled', params: failed }, target: 'closed' },
          { target: 'closed', actions: { type: 'complainOfShare', params: failed } },
        ],
      },
    },
    copying: {
      meta: { view: 'the picture is being copied' },
      invoke: {
        id: 'copyPicture',
        src: 'copyPicture',
        input: pictureOf,
        onDone: { target: 'closed', actions: 'toastCopied' },
        onError: [
          withoutPicture,
          { target: 'closed', actions: { type: 'complainOfCopy', params: failed } },
        ],
      },
    },
  },
});
