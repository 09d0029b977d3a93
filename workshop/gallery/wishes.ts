import type { AnyMachineSnapshot } from 'xstate';
import { regionSearch } from '../../machines/testing/samples.ts';
import { ownPhoto } from './samples.ts';
import type { Wish } from './scene.ts';

export const isIn =
  (state: string | Record<string, unknown>) =>
  (snapshot: AnyMachineSnapshot): boolean =>
    snapshot.matches(state as never);

export const chosen: Wish = ['studio', isIn('chosen')];
/** The studio shows the sample photo, and the faces were found. */
export const facesChosen: Wish = [
  'studio',
  (studio) =>
    studio.matches('chosen') &&
    studio.context.functionCode === 'face-blur' &&
    studio.context.held.photo.id === regionSearch.photo.id,
];
/** The studio has a photo that can be started. */
export const ownPhotoChosen: Wish = [
  'studio',
  (studio) =>
    studio.matches({ chosen: 'ready' }) &&
    studio.context.functionCode === 'upscale-2x-fast' &&
    studio.context.held.photo.width === ownPhoto.width,
];
/** The run of that photo is in progress, and the overlay is open. */
export const watched: Wish = [
  'runs',
  (runs) => runs.matches('following') && runs.context.isWatched,
];
export const askingForTasks: Wish = ['studio', isIn({ resuming: 'asking' })];
const pageIs = (shown: string) => isIn({ boot: 'ready', page: { coming: 'prepared', shown } });

export const recordsOpen: Wish = ['app', pageIs('records')];
export const resultOpen: Wish = ['app', pageIs('result')];
/** The signature is invalid, but no server checks it. */
export const unsubscribeLink = '/unsubscribe?token=YW5uYQ.c2lnbmVk';

export const contactOpen: Wish = ['app', pageIs('contact')];

export const openAt = (page: string, path: string): Wish => [
  'app',
  (app) => pageIs(page)(app) && app.context.shown.path === path,
];

export const recordsListed: Wish = ['records', isIn({ listed: { list: 'idle' } })];
export const resultShown: Wish = ['result', isIn('shown')];

export const memberHere: Wish = [
  'session',
  (session) =>
    session.matches({ known: { identity: 'signedIn', freshness: 'fresh', cookies: 'still' } }) &&
    session.context.leftToken === null,
];
export const visitorUnknown: Wish = ['session', isIn('restoring')];
export const accountOpen: Wish = ['app', pageIs('account')];
export const accountShown: Wish = [
  'account',
  isIn({
    shown: {
      credits: 'listed',
      creditsFile: 'still',
      preferences: 'still',
      sessions: 'listed',
      copy: 'still',
      clock: 'counted',
    },
  }),
];

/** The default states: a guest who has just arrived. */
export const atRest: readonly Wish[] = [
  [
    'language',
    (snapshot) => snapshot.matches({ ready: 'settled' }) && snapshot.context.locale === 'en',
  ],
  [
    'session',
    (session) =>
      session.matches({ known: { identity: 'guest', freshness: 'fresh', cookies: 'still' } }),
  ],
  ['app', pageIs('plain')],
  ['studio', (snapshot) => snapshot.matches({ choosing: 'empty' })],
  ['debugConsole', isIn('hidden')],
  // the toast of an earlier sign-in is gone
  ['toast', isIn('hidden')],
];
