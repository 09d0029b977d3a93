import type { AnyMachineSnapshot } from 'xstate';
import type { AppContext } from '../../../machines/app/app.types.ts';
import {
  appChildIds,
  type ChildId,
  childIds,
  childOf,
  pageChildIds,
} from '../../../machines/app/children.derived.ts';
import { appDescriptor } from '../../../machines/app/spec/app.descriptor.ts';
import { localeOfPath, localisePath } from '../../../machines/model/locale.ts';
import { isSubscribed } from '../../../machines/model/user.ts';
import { guest, member, offline, refused } from '../../../machines/testing/samples.ts';
import type { Allows } from '../../../workshop/paths/explore.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import { eachWay } from './question.ts';

/*
 * Steps of the root chart that the product, the visitor and the server can really cause, by state.
 */

const whereItLeads = 'where it leads';
const toHome = 'to the home page';
const toRecords = 'to the records';
export const toScript = 'to a script';
export const withWords = 'with words for it';
export const watched = 'watched';
export const byCore = 'refused by the core';

/*
 * Pages whose files are not loaded yet. The walk requests each page in one way only, which is
 * described by the key.
 */
export const unloaded = {
  'to a page that is not loaded': '/unsubscribe',
  'back to a page that is not loaded': '/contact-us',
  'back to the account': '/account',
  'back to the plan': '/manage-membership-plan',
  'to a page of another build': '/terms',
  'back to a page of another build': '/about-us',
} as const;

type Samples = Record<string, unknown>;

const errors = (id: string): Samples =>
  (appDescriptor.actors?.[id] as { error: Samples } | undefined)?.error ?? {};

/* Faults that neither the server nor the browser can cause. They occur in a fixed order, two for
   each child. */

/** Children without which the error page is shown. */
export const everyPageNeeds = appChildIds.filter((id) => childOf(id).essential);
const everywhere = [
  ...appChildIds.filter((id) => !everyPageNeeds.includes(id)),
  ...everyPageNeeds,
] as const;

const fault: Samples = { 'a fault': new Error('a fault') };

const mayCrash = (id: string, { crashes }: AppContext, shown: string): boolean => {
  const times = (one: ChildId): number => crashes[one] ?? 0;
  if (pageChildIds.includes(id as ChildId)) {
    const isAlone = childIds.every((one) => one === id || !times(one));
    return id === shown && isAlone && times(id as ChildId) < 2;
  }
  const round = everywhere.some((one) => times(one) === 0) ? 0 : 1;
  return shown === 'plain' && everywhere.find((one) => times(one) === round) === id;
};

const backTo = (path: string) => ({ type: 'location.changed', path, move: 'traversed' });

const succeeded = {
  recordId: 'r1',
  end: 'succeeded',
  byCore: false,
  inHand: true,
  isOfBatch: false,
};

const refusedByCore = { ...succeeded, end: 'rejected', byCore: true, watched: false };

const preparing = {
  done: {},
  error: errors('preparePage'),
};

export const appInBrowser = {
  ...appDescriptor,
  inputs: {
    'the home page': { path: '/', messages: {} },
    'an advertisement': { path: '/?utm_source=sun', messages: {} },
  },
  people: {
    'setup.retried': {},
    'navigation.requested': {
      [toRecords]: { to: '/record' },
      [toHome]: { to: '/' },
      [toScript]: { to: 'javascript:alert(1)' },
      'to a page that is not loaded': { to: unloaded['to a page that is not loaded'] },
      'to a page of another build': { to: unloaded['to a page of another build'] },
    },
    'navigation.retried': {},
    'page.retried': {},
    'coreRejected.dismissed': eachWay('', {}),
  },
  charts: {
    'call.rejected': {
      'sign in first': { failure: refused('10009') },
      'go home': { failure: refused('51008') },
      'no credits': { failure: refused('51009') },
      'the day is used up': { failure: refused('daily_limit') },
      'another code': { failure: refused('invalid_request') },
      [withWords]: { failure: offline, fallback: 'toast.cancelFailed' },
    },
    'user.changed': { 'a guest': { user: guest }, 'a member': { user: member } },
    'language.changed': { German: { locale: 'de', messages: {} } },
    'task.ended': {
      [`done, ${watched}`]: { ...succeeded, watched: true },
      'done, unseen': { ...succeeded, watched: false },
      [`${byCore}, in hand`]: { ...refusedByCore },
      [`${byCore}, beside`]: { ...refusedByCore, inHand: false },
    },
  },
  actors: {
    ...appDescriptor.actors,
    ...Object.fromEntries(
      childIds.map((id) => [id, { ...appDescriptor.actors?.[id], error: fault }]),
    ),
    location: {
      error: fault,
      sends: ({ path, locale, destination }: AppContext) => ({
        [whereItLeads]:
          localeOfPath(path) === locale
            ? { type: 'location.changed', path: destination.to, move: 'pushed' }
            : { type: 'location.changed', path: localisePath(path, locale), move: 'replaced' },
        'back to a page that is not loaded': backTo(unloaded['back to a page that is not loaded']),
        'back to the account': backTo(unloaded['back to the account']),
        'back to the plan': backTo(unloaded['back to the plan']),
        'back to a page of another build': backTo(unloaded['back to a page of another build']),
      }),
    },
    preparePage: preparing,
    prepareDestination: preparing,
    navigate: { done: {}, error: errors('navigate') },
  },
  reads: ({ user, visitor, crashes, path, locale, destination, coming, shown }: AppContext) => [
    user === null,
    visitor,
    isSubscribed(user),
    crashes,
    path,
    locale,
    destination.to === path ? '' : destination.to,
    shown.path,
    coming.number === 0,
  ],
  // the exploration stops once the page is in another language
  bounds: {
    stop: ({ locale, shown }: AppContext) => locale !== 'en' && localeOfPath(shown.path) === locale,
  },
};

type Outcome = 'answers' | 'offline' | 'the build is outdated';

/** Returns the outcome of preparing the page at `path`. A test cannot delay this outcome. */
const outcomeOf = (snapshot: AnyMachineSnapshot, path: string): Outcome => {
  const [of] = Object.entries(unloaded).find(([, one]) => one === path) ?? [];
  if (of?.endsWith('another build')) return 'the build is outdated';
  return of && snapshot.matches({ connection: 'offline' }) ? 'offline' : 'answers';
};

const isOutcome = (step: Step, actor: string, outcome: Outcome): boolean =>
  'actor' in step &&
  step.actor === actor &&
  (outcome === 'answers' ? step.kind === 'done' : step.says === `${actor} fails (${outcome})`);

/** Returns a test for the step that must come next, or undefined if no step is due. */
const pending = (snapshot: AnyMachineSnapshot): ((step: Step) => boolean) | undefined => {
  const { path, locale, coming, destination }: AppContext = snapshot.context;
  const isActor = (step: Step, id: string): boolean => 'actor' in step && step.actor === id;
  const moves = (step: Step): boolean => isActor(step, 'location') && appByItself(step);
  if (snapshot.matches({ arrival: 'noting' })) return (step) => isActor(step, 'saveCampaign');
  if (snapshot.matches({ navigation: 'preparing' })) {
    const outcome = outcomeOf(snapshot, destination.to);
    return (step) => isOutcome(step, 'prepareDestination', outcome);
  }
  if (snapshot.matches({ navigation: 'navigating' })) {
    return (step) =>
      destination.to === path
        ? step.kind === 'done' && step.actor === 'navigate'
        : moves(step) || (step.kind === 'error' && step.actor === 'navigate');
  }
  if (snapshot.matches({ page: { coming: 'preparing' } })) {
    const outcome = outcomeOf(snapshot, coming.path);
    return (step) => isOutcome(step, 'preparePage', outcome);
  }
  return localeOfPath(path) === locale ? undefined : moves;
};

/**
 * Returns true for steps that the page offers or the product causes while no other work is in
 * progress.
 */
const offered = (snapshot: AnyMachineSnapshot): Readonly<Record<string, boolean>> => {
  const { user, crashes, shown, coming, locale }: AppContext = snapshot.context;
  const isOnline = snapshot.matches({ connection: 'online' });
  const isAtHome =
    snapshot.matches({ page: { shown: 'plain' } }) && shown.name === 'home' && locale === 'en';
  const isListed = snapshot.matches({ page: { shown: 'records' } });
  // navigation waits until calls are answered, because pending calls fail when the connection is
  // lost
  const isSettled = isAtHome && user !== null && !snapshot.matches({ boot: 'booting' });
  const isClear = isOnline && snapshot.matches({ core: 'accepting' });
  const canWork = isSettled && isClear && snapshot.matches({ boot: 'ready' });
  const isWhole = Object.keys(crashes).length === 0;
  const isFresh = isSettled && isWhole && coming.number === 0 && !isSubscribed(user);
  return {
    'setup.retried': isOnline,
    [`navigation.requested (${toRecords})`]: isSettled && isClear && isWhole,
    [`navigation.requested (${toHome})`]: !isAtHome && isClear && user !== null,
    [`navigation.requested (${toScript})`]: isSettled && isClear,
    'navigation.requested (to a page that is not loaded)': isFresh && !isOnline,
    'navigation.requested (to a page of another build)': isFresh && isClear,
    'location.changed (back to a page that is not loaded)': isFresh && !isOnline,
    'location.changed (back to the account)': isFresh && isClear,
    'location.changed (back to the plan)': isFresh && isClear,
    'location.changed (back to a page of another build)': isFresh && isClear,
    'navigation.retried': true,
    'page.retried': true,
    'user.changed (a guest)': user === null,
    'user.changed (a member)': user === null,
    'call.rejected (sign in first)': isListed && isWhole && !isSubscribed(user),
    'call.rejected (go home)': isListed && isWhole,
    'call.rejected (no credits)': isListed && isWhole,
    'call.rejected (the day is used up)': isListed && isWhole,
    'call.rejected (another code)': isListed && isWhole,
    [`call.rejected (${withWords})`]: canWork,
    'coreRejected.dismissed (by its button)': true,
    'coreRejected.dismissed (by Escape)': true,
    'back.pressed': true,
    'watchBack fails (a fault)': isWhole,
    'language.changed (German)': canWork,
    [`task.ended (done, ${watched})`]: canWork && isWhole,
    'task.ended (done, unseen)': canWork,
    [`task.ended (${byCore}, in hand)`]: canWork && isWhole,
    [`task.ended (${byCore}, beside)`]: canWork && isWhole,
    'connection.lost': isSettled && isClear,
    'connection.restored': !isOnline,
  };
};

const isRootCrashed = ({ crashes }: AppContext): boolean =>
  everywhere.some((id) => crashes[id] !== undefined);

/** Returns true if the browser is about to load another document. */
const isLeaving = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.matches({ navigation: 'leaving' }) ||
  snapshot.matches({ page: { coming: 'reloading' } });

export const appAllows: Allows = (step, { snapshot }) => {
  if (isLeaving(snapshot)) return false;
  const due = pending(snapshot);
  if (due) return due(step);
  if (step.kind === 'error' && step.error === fault['a fault']) {
    const isReady = offered(snapshot)['task.ended (done, unseen)'] === true;
    const { shown } = snapshot.value.page as { shown: string };
    return (isReady || shown !== 'plain') && mayCrash(step.actor, snapshot.context, shown);
  }
  if (isRootCrashed(snapshot.context)) return false;
  if ('actor' in step && step.actor === 'loadSetup') return true;
  return offered(snapshot)[step.says] ?? false;
};

const itself: readonly string[] = ['navigate', 'saveCampaign', 'preparePage', 'prepareDestination'];

/** Returns true for steps that follow the previous step by themselves. */
export const appByItself = (step: Step): boolean => {
  if (!('actor' in step)) return false;
  return step.actor === 'location' ? step.says.includes(whereItLeads) : itself.includes(step.actor);
};
