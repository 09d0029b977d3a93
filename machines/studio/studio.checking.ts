import type { Photo } from '../model/photo.ts';
import { problemOf } from '../model/start-obstacle.ts';
import { failed } from '../port-actors.ts';
import { startWithoutPhoto } from './studio.choice.ts';
import { sourceOf } from './studio.held.ts';
import { replaceable } from './studio.replacing.ts';
import { studioSetup } from './studio.setup.ts';
import type { StudioContext } from './studio.types.ts';

const inspected = ({ event }: { event: { output: Photo } }) => ({ photo: event.output });

type WithContext = { context: StudioContext };

const withoutPhoto = ({ context }: WithContext) => ({
  input: startWithoutPhoto(context),
  as: 'beside' as const,
});

const withUnusablePhoto = ({ context, event }: Parameters<typeof inspected>[0] & WithContext) => ({
  input: problemOf(event.output, context.setup) && startWithoutPhoto(context),
});

/**
 * Looks up the record of a start whose photo can no longer be shown, because the start may have
 * been charged.
 */
const askBeside = {
  target: 'choosing',
  actions: [{ type: 'requestRun', params: withoutPhoto }, 'putAway'],
} as const;

export const checking = studioSetup.createStateConfig({
  tags: 'kept',
  meta: { view: 'the photo is being inspected' },
  on: replaceable,
  invoke: {
    id: 'inspectPhoto',
    src: 'inspectPhoto',
    input: ({ context }) => sourceOf(context),
    onDone: [
      { guard: { type: 'canBegin', params: withUnusablePhoto }, ...askBeside },
      {
        guard: { type: 'hasProblem', params: inspected },
        target: 'choosing.refused',
        actions: ['releaseHeld', { type: 'setProblem', params: inspected }],
      },
      { guard: 'isLeft', target: 'returning', actions: { type: 'setPhoto', params: inspected } },
      { target: 'chosen', actions: { type: 'setPhoto', params: inspected } },
    ],
    onError: [
      { guard: { type: 'canWait', params: failed }, target: 'postponed' },
      { guard: { type: 'canBegin', params: withoutPhoto }, ...askBeside },
      {
        target: 'choosing.refused',
        actions: ['releaseHeld', { type: 'setUnreadable', params: failed }],
      },
    ],
  },
});

/** The state of a photo that waits because the code that inspects photos could not be loaded. */
export const postponed = studioSetup.createStateConfig({
  tags: 'kept',
  entry: 'tellHeld',
  meta: {
    view: 'the photo waits for the connection and continues automatically; a button to try at once',
  },
  // tries again after a pause, because navigator.onLine does not show when a failed download would
  // succeed
  after: { retryPause: { target: 'checking' } },
  on: {
    ...replaceable,
    'retry.pressed': { target: 'checking' },
    'connection.restored': { target: 'checking' },
  },
});
