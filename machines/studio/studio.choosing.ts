import { isLoggedIn } from '../model/user.ts';
import { failed } from '../port-actors.ts';
import { foundInPhoto, runOf } from './studio.choice.ts';
import { choosable, replaceable } from './studio.replacing.ts';
import { studioSetup } from './studio.setup.ts';
import type { StudioContext, StudioEvent } from './studio.types.ts';

export const choosing = studioSetup.createStateConfig({
  initial: 'empty',
  on: {
    ...choosable,
    'keptPhoto.found': {
      target: 'checking',
      actions: { type: 'setKept', params: ({ event }) => ({ photo: event.kept }) },
    },
    'keptPhoto.elsewhere': { actions: { type: 'setElsewhere', params: ({ event }) => event } },
    'keptPhoto.nowhere': { actions: { type: 'setElsewhere', params: { names: [] } } },
  },
  invoke: {
    id: 'watchKeptPhotos',
    src: 'watchKeptPhotos',
    input: ({ context }) => ({ inHand: context.given }),
    onError: { actions: { type: 'reportFailure', params: failed } },
  },
  states: {
    empty: { meta: { view: 'the photo picker' } },
    unasked: {
      meta: { view: 'the photo picker; the server could not be reached' },
      on: { 'connection.restored': { target: '#studio.resuming' } },
    },
    refused: {
      meta: { view: 'why the photo cannot be used, and the photo picker' },
    },
  },
});

type WithContext = { context: StudioContext };

const ready = ({ context }: WithContext) => ({
  input: runOf(context, foundInPhoto(context)),
  as: 'watched' as const,
});

/** Returns the input of a run with the current photo, or null while credits are missing. */
const affordable = ({ context }: WithContext) => ({
  input: runOf(context),
  as: 'watched' as const,
});

type Changed = WithContext & { event: Extract<StudioEvent, { type: 'user.changed' }> };

/**
 * Returns the input of the run to begin after a sign-in. Earlier regions and uploads are not used,
 * because they may belong to the guest before the sign-in.
 */
const signedIn = ({ context, event: { user } }: Changed) => ({
  input: isLoggedIn(user) ? runOf(context) : null,
  as: 'watched' as const,
});

/**
 * The state in which the server requires a sign-in before the start. The start then continues
 * automatically (R36).
 */
const turnedAway = studioSetup.createStateConfig({
  meta: { view: 'the photo, the functions, the price, under the sign-in dialog' },
  on: {
    'user.changed': {
      guard: { type: 'canBegin', params: signedIn },
      target: '#studio.working',
      actions: [
        { type: 'setPurse', params: ({ event }) => event },
        { type: 'requestRun', params: signedIn },
      ],
    },
    'signIn.declined': { target: 'ready' },
  },
});

/**
 * The state after credits were bought for this start. The start continues automatically when the
 * server reports the credits.
 */
const resumed = studioSetup.createStateConfig({
  entry: 'dropResumed',
  meta: {
    view: 'the photo, the functions, the price, until the bought credits have arrived',
  },
  always: {
    guard: { type: 'canBegin', params: affordable },
    target: '#studio.working',
    actions: { type: 'requestRun', params: affordable },
  },
  after: { creditPatience: { target: 'ready' } },
});

export const chosen = studioSetup.createStateConfig({
  tags: 'kept',
  entry: ['reviewFunction', 'tellHeld', 'tellSettings', 'requestPreview'],
  exit: ['tellLeft', 'endPreview', 'closeFile'],
  initial: 'sorting',
  states: {
    sorting: {
      meta: { view: 'transient' },
      always: [{ guard: 'isResumed', target: 'resumed' }, { target: 'ready' }],
    },
    resumed,
    ready: { meta: { view: 'the photo, the functions, the price, the start button' } },
    turnedAway,
  },
  on: {
    ...replaceable,
    'setup.loaded': [
      {
        // the photo was inspected before the limits of the functions were known, and these limits
        // exclude the photo
        guard: { type: 'makesUnusable', params: ({ event }) => event },
        target: 'choosing.refused',
        actions: [
          { type: 'setSetup', params: ({ event }) => event },
          'releaseHeld',
          'setHeldProblem',
        ],
      },
      {
        actions: [
          { type: 'setSetup', params: ({ event }) => event },
          'reviewFunction',
          'tellSettings',
          'requestPreview',
        ],
      },
    ],
    'user.changed': {
      actions: [
        { type: 'setPurse', params: ({ event }) => event },
        'reviewFunction',
        'tellSettings',
        'requestPreview',
      ],
    },
    'start.resumed': {
      guard: { type: 'isHeld', params: ({ event }) => event },
      target: '.resumed',
    },
    'option.changed': {
      guard: { type: 'isAllowed', params: ({ event }) => event },
      actions: [
        { type: 'setOption', params: ({ event }) => event },
        'tellHeld',
        'tellSettings',
        'requestPreview',
      ],
    },
    'picture.changed': {
      actions: [
        { type: 'setPicture', params: ({ event }) => event },
        'tellHeld',
        'tellSettings',
        'requestPreview',
      ],
    },
    'function.selected': {
      guard: { type: 'isOffered', params: ({ event }) => event },
      actions: [
        { type: 'selectFunction', params: ({ event }) => event },
        'tellHeld',
        'tellSettings',
        'requestPreview',
        { type: 'emitSelected', params: ({ event }) => event },
      ],
    },
    'photos.given': {
      target: 'choosing',
      actions: [{ type: 'addGiven', params: ({ event }) => event }, 'putAway'],
    },
    'start.pressed': {
      guard: { type: 'canBegin', params: ready },
      target: 'working',
      actions: { type: 'requestRun', params: ready },
    },
  },
});
