import type { SnapshotFrom } from 'xstate';
import { isSamePlace, type Move, type PageName, patternOf } from '../../model/pages.ts';
import { isSubscribed } from '../../model/user.ts';
import type { LocationChanged } from '../../ports/navigation.port.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import {
  guest,
  member,
  offer,
  offline,
  refused,
  rejecting,
  storageRefused,
} from '../../testing/samples.ts';
import { appMachine } from '../app.machine.ts';
import type { AppContext } from '../app.types.ts';
import { type ChildId, childIds, childOf, pageChildIds } from '../children.derived.ts';
import { appLaws } from './app.laws.descriptor.ts';

const fails = { offline: rejecting(offline) };

const end = { recordId: 'r1', byCore: false, watched: false, inHand: false, isOfBatch: false };

const crashing = (id: string) => ({
  error: ({ crashes }: AppContext): Record<string, unknown> =>
    Object.keys(crashes).every((other) => other === id) ? { 'a fault': new Error('a fault') } : {},
});

const samplePath = (page: PageName): string => (patternOf(page) ?? '/nowhere').replace(':id', 'r1');

const moveTo = (path: string, move: Move = 'pushed'): LocationChanged => ({
  type: 'location.changed',
  path,
  move,
});

const pageOf = (id: ChildId): PageName => childOf(id).page ?? 'home';

/**
 * Events that navigate to each page with a chart, to another language, to another result, and back.
 */
const moves = {
  home: moveTo('/'),
  'home in German': moveTo('/de'),
  ...Object.fromEntries(pageChildIds.map((id) => [id, moveTo(samplePath(pageOf(id)))])),
  'another result': moveTo('/result/r2'),
  'back home': moveTo('/', 'traversed'),
};

type AppSnapshot = SnapshotFrom<typeof appMachine>;

/** States of the other regions while the page region is explored. */
const elsewhereAtRest = {
  boot: 'ready',
  arrival: 'noted',
  connection: 'online',
  core: 'accepting',
  navigation: 'idle',
} as const;

const isAboutPage = (event: string, actor: string): boolean =>
  ['location.changed', 'page.retried'].includes(event) || actor === 'preparePage';

const isPagePrepared = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ page: { coming: 'prepared' } });

const isOfPage = (snapshot: AppSnapshot, actor: string): boolean =>
  pageChildIds.includes(actor as ChildId) && isPagePrepared(snapshot);

const isPageMissing = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ page: { coming: 'failed' } });

const preparing = {
  done: {},
  error: { ...fails, 'the build is outdated': rejecting({ reason: 'unexpected' }) },
};

export const appDescriptor = describeChart<typeof appMachine>({
  machine: appMachine,
  laws: appLaws,
  inputs: {
    'the home page': { path: '/', messages: {} },
    'an advertisement': { path: '/de?utm_source=sun', messages: {} },
  },
  people: {
    'setup.retried': {},
    'navigation.requested': {
      'to a page': { to: '/record' },
      'to a script': { to: 'javascript:alert(1)' },
    },
    'coreRejected.dismissed': {},
    'page.retried': {},
    'navigation.retried': {},
  },
  charts: {
    'call.refused': {
      'sign in first': { failure: refused('10009'), isSaid: false },
      'go home': { failure: refused('51008'), isSaid: false },
      'no credits': { failure: refused('51009'), isSaid: false },
      'the day is used up': { failure: refused('daily_limit'), isSaid: false },
      'the own picture is gone': { failure: refused('picture_not_found'), isSaid: false },
      'the own picture of a call is gone': {
        failure: refused('picture_not_found'),
        isSaid: false,
        fileKey: 'uploads/own-picture.jpg',
      },
      'another code': { failure: refused('invalid_request'), isSaid: false },
      'another code, said on the screen': { failure: refused('invalid_request'), isSaid: true },
      'another code, of the log': {
        failure: { ...refused('invalid_request'), call: 'logEvent' },
        isSaid: false,
      },
    },
    'call.rejected': {
      'with a code': { failure: refused('invalid_request') },
      'offline, with words for it': { failure: offline, fallback: 'toast.removalFailed' },
      offline: { failure: offline },
    },
    'core.rejected': ({ shown }) => ({
      '': { recordId: 'r1' },
      ...(shown.recordId === 'r1' ? { 'of another photo': { recordId: 'r2' } } : {}),
    }),
    'server.changed': {},
    'user.changed': { 'a guest': { user: guest }, 'a member': { user: member } },
    'language.changed': { German: { locale: 'de', messages: { hello: 'Hallo' } } },
    'task.ended': {
      'done, watched': { ...end, end: 'succeeded', watched: true },
      'done, missed': { ...end, end: 'succeeded' },
      'done, in a batch': { ...end, end: 'succeeded', isOfBatch: true },
      'failed, missed': { ...end, end: 'failed' },
      'failed, in hand': { ...end, end: 'failed', inHand: true },
      'refused by the core, missed': { ...end, end: 'rejected', byCore: true },
      'refused by the core, in hand': { ...end, end: 'rejected', byCore: true, inHand: true },
      'cancelled, missed': { ...end, end: 'cancelled' },
    },
  },
  actors: {
    loadSetup: { done: { '': offer }, error: fails },
    saveCampaign: { done: {}, error: { 'no storage': rejecting(storageRefused) } },
    navigate: { done: {}, error: fails },
    preparePage: preparing,
    prepareDestination: preparing,
    watchBack: {
      sends: { '': { type: 'back.pressed' } },
      error: { 'a fault': new Error('a fault') },
    },
    ...Object.fromEntries(childIds.map((id) => [id, crashing(id)])),
    location: { sends: moves, ...crashing('location') },
    connection: {
      sends: { lost: { type: 'connection.lost' }, restored: { type: 'connection.restored' } },
      ...crashing('connection'),
    },
  },
  reads: ({ user, visitor, crashes, coming, shown }) => [
    isSubscribed(user),
    visitor,
    crashes,
    coming.name,
    coming.name === shown.name && isSamePlace(coming.path, shown.path),
  ],
  bounds: {
    // when a child has ended, the root has no further choices to explore
    stop: (_, ended) => ended.size > 0,
    allows: ({ event = '', actor = '' }, snapshot) => {
      const isCrash = event === '' && childIds.includes(actor as ChildId);
      if (Object.keys(snapshot.context.crashes).length > 0) return isCrash;
      const isAtRest = snapshot.matches(elsewhereAtRest);
      const isPageAtRest = snapshot.matches({ page: { coming: 'prepared', shown: 'plain' } });
      if (isCrash) return isAtRest && (isPageAtRest || isOfPage(snapshot, actor));
      if (isAboutPage(event, actor)) return isAtRest || !isPageAtRest;
      // true if the page on screen is the page of record r1, which already shows the rejection
      const isShown = snapshot.context.shown.recordId === 'r1';
      if (event === 'core.rejected' && isShown && isPagePrepared(snapshot)) return true;
      if (event === 'user.changed' && isAtRest && isPagePrepared(snapshot)) return true;
      // when the connection changes, the root loads a page again that could not be prepared
      return isPageAtRest || (isPageMissing(snapshot) && event.startsWith('connection.'));
    },
  },
});
