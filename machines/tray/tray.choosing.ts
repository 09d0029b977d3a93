import type { Photo } from '../model/photo.ts';
import { problemOf } from '../model/start-obstacle.ts';
import { isLoggedIn } from '../model/user.ts';
import { failed } from '../port-actors.ts';
import { photosInHand } from './tray.attempts.ts';
import { attemptOf, startWithoutPhoto } from './tray.choice.ts';
import { sourceOf } from './tray.held.ts';
import { choosable, replaceable } from './tray.replacing.ts';
import { traySetup } from './tray.setup.ts';
import type { TrayContext, TrayEvent } from './tray.types.ts';

export const choosing = traySetup.createStateConfig({
  initial: 'empty',
  on: {
    ...choosable,
    'keptPhoto.found': {
      target: 'checking',
      actions: { type: 'keepKept', params: ({ event }) => ({ photo: event.kept }) },
    },
    'keptPhoto.elsewhere': { actions: { type: 'keepElsewhere', params: ({ event }) => event } },
    'keptPhoto.nowhere': { actions: { type: 'keepElsewhere', params: { names: [] } } },
  },
  invoke: {
    id: 'watchKeptPhotos',
    src: 'watchKeptPhotos',
    input: ({ context }) => ({ inHand: photosInHand(context.attempts) }),
    onError: { actions: { type: 'reportFailure', params: failed } },
  },
  states: {
    empty: { meta: { view: 'the way to choose a photo' } },
    unasked: {
      meta: { view: 'the way to choose a photo; the server could not be asked' },
      on: { 'connection.restored': { target: '#tray.resuming' } },
    },
    refused: {
      meta: { view: 'why the photo cannot be used, and the way to choose another' },
    },
  },
});

const inspected = ({ event }: { event: { output: Photo } }) => ({ photo: event.output });

type WithContext = { context: TrayContext };

const withoutPhoto = ({ context }: WithContext) => ({
  input: startWithoutPhoto(context),
});

const withUnusablePhoto = ({ context, event }: Parameters<typeof inspected>[0] & WithContext) => ({
  input: problemOf(event.output, context.setup) && startWithoutPhoto(context),
});

/** A start may have been charged although its photo cannot be shown any more: it is asked about. */
const askBeside = {
  target: 'choosing',
  actions: [{ type: 'begin', params: withoutPhoto }, 'putAway'],
} as const;

export const checking = traySetup.createStateConfig({
  meta: { view: 'the photo is looked into' },
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
        actions: ['releaseHeld', { type: 'keepProblem', params: inspected }],
      },
      { guard: 'isLeft', target: 'returning', actions: { type: 'keepPhoto', params: inspected } },
      { target: 'chosen', actions: { type: 'keepPhoto', params: inspected } },
    ],
    onError: [
      { guard: { type: 'canWait', params: failed }, target: 'postponed' },
      { guard: { type: 'canBegin', params: withoutPhoto }, ...askBeside },
      {
        target: 'choosing.refused',
        actions: ['releaseHeld', { type: 'keepUnreadable', params: failed }],
      },
    ],
  },
});

/** What looks into photos could not be loaded. */
export const postponed = traySetup.createStateConfig({
  entry: 'tellHeld',
  meta: { view: 'the photo waits for the connection, and goes on by itself; a way to try at once' },
  // a browser that calls itself online does not say when a failed download would succeed
  after: { retryPause: { target: 'checking' } },
  on: {
    ...replaceable,
    'retry.pressed': { target: 'checking' },
    'connection.restored': {
      target: 'checking',
      actions: { type: 'tellAttempts', params: ({ event }) => event },
    },
  },
});

type Press = WithContext & { event: Extract<TrayEvent, { type: 'start.pressed' }> };

const ready = ({ context, event }: Press) => ({ input: attemptOf(context, event) });

/** As the photo lies there now; null while there are not enough credits. */
const affordable = ({ context }: WithContext) => ({ input: attemptOf(context) });

type Changed = WithContext & { event: Extract<TrayEvent, { type: 'user.changed' }> };

/** What is known of the photo beside the tray may be of the guest before. */
const signedIn = ({ context, event: { user } }: Changed) => ({
  input: isLoggedIn(user) ? attemptOf(context) : null,
});

/** The server wants a sign-in first: the start goes on by itself once there is one (R36). */
const turnedAway = traySetup.createStateConfig({
  meta: { view: 'the photo, the functions, the price, under the sign-in dialog' },
  on: {
    'user.changed': {
      guard: { type: 'canBegin', params: signedIn },
      target: '#tray.working',
      actions: [
        { type: 'keepPurse', params: ({ event }) => event },
        { type: 'begin', params: signedIn },
        'openOverlay',
      ],
    },
    'signIn.declined': { target: 'ready' },
  },
});

/** Credits were bought for this start: it goes on by itself once they are told. */
const resumed = traySetup.createStateConfig({
  entry: 'dropResumed',
  meta: {
    view: 'the photo, the functions, the price, until the credits that were bought are here',
  },
  always: {
    guard: { type: 'canBegin', params: affordable },
    target: '#tray.working',
    actions: [{ type: 'begin', params: affordable }, 'openOverlay'],
  },
  after: { creditPatience: { target: 'ready' } },
});

export const chosen = traySetup.createStateConfig({
  entry: ['reviewFunction', 'tellHeld', 'tellWish'],
  exit: ['tellLeft', 'endLook'],
  initial: 'sorting',
  states: {
    sorting: {
      meta: { view: 'passing' },
      always: [{ guard: 'isResumed', target: 'resumed' }, { target: 'ready' }],
    },
    resumed,
    ready: { meta: { view: 'the photo, the functions, the price, the way to start' } },
    turnedAway,
  },
  on: {
    ...replaceable,
    'setup.loaded': [
      {
        // looked into before it was known what the functions take
        guard: { type: 'makesUnusable', params: ({ event }) => event },
        target: 'choosing.refused',
        actions: [
          { type: 'keepSetup', params: ({ event }) => event },
          'releaseHeld',
          'keepHeldProblem',
        ],
      },
      {
        actions: [
          { type: 'keepSetup', params: ({ event }) => event },
          'reviewFunction',
          'tellWish',
        ],
      },
    ],
    'user.changed': {
      actions: [{ type: 'keepPurse', params: ({ event }) => event }, 'reviewFunction', 'tellWish'],
    },
    'start.resumed': {
      guard: { type: 'isHeld', params: ({ event }) => event },
      target: '.resumed',
    },
    'option.changed': {
      guard: { type: 'isAllowed', params: ({ event }) => event },
      actions: [{ type: 'keepOption', params: ({ event }) => event }, 'tellHeld', 'tellWish'],
    },
    'function.selected': {
      guard: { type: 'isOffered', params: ({ event }) => event },
      actions: [
        { type: 'selectFunction', params: ({ event }) => event },
        'tellHeld',
        'tellWish',
        { type: 'emitSelected', params: ({ event }) => event },
      ],
    },
    'start.pressed': {
      guard: { type: 'canBegin', params: ready },
      target: 'working',
      actions: [{ type: 'begin', params: ready }, 'openOverlay'],
    },
  },
});
