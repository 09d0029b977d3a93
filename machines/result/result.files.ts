import { storedPictureOf } from '../model/picture-format.ts';
import { failed } from '../port-actors.ts';
import { resultSetup } from './result.setup.ts';
import type { ResultContext } from './result.types.ts';

type WithContext = { context: ResultContext };

export const pictureOf = ({ context: { record } }: WithContext) => {
  const picture = storedPictureOf(record?.result);
  return picture && { picture };
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
  meta: { view: 'the settings of the file, which the chart `encoder` makes' },
  entry: 'openPicture',
  exit: 'closePicture',
  on: {
    ...taken,
    'formats.closed': { target: 'closed' },
    'file.saved': { target: 'closed' },
  },
});

/** Saves the result in another format, shares the result, or copies it. */
export const files = resultSetup.createStateConfig({
  initial: 'closed',
  states: {
    closed: {
      meta: { view: 'the download as delivered, and buttons for the other ways' },
      on: { ...taken, 'formats.opened': { target: 'choosing' } },
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
