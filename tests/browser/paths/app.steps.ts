import type { AnyMachineSnapshot } from 'xstate';
import { appDescriptor } from '../../../machines/app/app.descriptor.ts';
import type { AppContext, Child } from '../../../machines/app/app.types.ts';
import { localeOfPath, localisePath } from '../../../machines/model/locale.ts';
import { isSubscribed } from '../../../machines/model/user.ts';
import { guest, member, offline, refused } from '../../../machines/testing/samples.ts';
import type { Allows } from '../../../tools/paths/explore.ts';
import type { Step } from '../../../tools/paths/step.ts';

/* What the product, its visitor and the server can really do to the root chart, and where. */

/* The words by which steps are told apart. */
const whereItLeads = 'where it leads';
export const toScript = 'to a script';
export const withWords = 'with words for it';
export const watched = 'watched';

type Samples = Record<string, unknown>;

const errors = (id: string): Samples =>
  (appDescriptor.actors?.[id] as { error: Samples } | undefined)?.error ?? {};

/** Where the address is going to be: the navigation under way, or the language just spoken. */
const target = ({ path, locale, destination }: AppContext): string =>
  destination && localeOfPath(destination.to) === locale
    ? destination.to
    : localisePath(path, locale);

/* Faults that no server and no browser causes come in one order, each chart twice. */
const onPages: readonly Child[] = ['records', 'result'];
const unseen: readonly Child[] = ['writeLog', 'watchConnection', 'debugConsole', 'session'];
export const seen: readonly Child[] = ['task', 'overlay', 'dialogs', 'toast', 'language'];
const everywhere: readonly Child[] = [...unseen, ...seen];

const fault: Samples = { 'a fault': new Error('a fault') };

const mayCrash = (id: string, { crashes }: AppContext, page: string): boolean => {
  const times = (one: Child): number => crashes[one] ?? 0;
  if (onPages.some((one) => one === id))
    return id === page && everywhere.every((one) => !times(one));
  const round = everywhere.some((one) => times(one) === 0) ? 0 : 1;
  return page === 'none' && everywhere.find((one) => times(one) === round) === id;
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
      'to the records': { to: '/record' },
      'to the home page': { to: '/' },
      [toScript]: { to: 'javascript:alert(1)' },
    },
    'coreRejected.dismissed': {},
  },
  charts: {
    'location.changed': (context: AppContext) => ({ [whereItLeads]: { path: target(context) } }),
    'page.opened': {
      records: { page: 'records' },
      'a result': { page: 'result', recordId: 'r1' },
    },
    'page.closed': { records: { page: 'records' }, 'a result': { page: 'result' } },
    'call.rejected': {
      'sign in first': { failure: refused('10009') },
      'go home': { failure: refused('51008') },
      'no credits': { failure: refused('51009') },
      'the day is used up': { failure: refused('daily_limit') },
      'another code': { failure: refused('rate_limited') },
      [withWords]: { failure: offline, fallback: 'toast.cancelFailed' },
    },
    'core.rejected': { '': { recordId: 'r1' } },
    'user.changed': { 'a guest': { user: guest }, 'a member': { user: member } },
    'language.changed': { German: { locale: 'de', messages: {} } },
    'task.ended': {
      [`done, ${watched}`]: { recordId: 'r1', phase: 'succeeded', watched: true },
      'done, unseen': { recordId: 'r1', phase: 'succeeded', watched: false },
    },
  },
  actors: {
    ...appDescriptor.actors,
    ...Object.fromEntries(
      [...onPages, ...everywhere].map((id) => [
        id,
        { ...appDescriptor.actors?.[id], error: fault },
      ]),
    ),
    navigate: { done: {}, error: errors('navigate') },
  },
  reads: ({ user, crashes, path, locale, destination }: AppContext) => [
    user === null,
    isSubscribed(user),
    crashes,
    path,
    locale,
    destination?.to,
  ],
  // the words of the page are German from then on
  bounds: {
    stop: ({ locale, path }: AppContext) => locale !== 'en' && localeOfPath(path) === locale,
  },
};

type PageName = 'none' | 'records' | 'result';

export const pageOf = (path: string): PageName => {
  if (path.endsWith('/record')) return 'records';
  return path.includes('/result/') ? 'result' : 'none';
};

/** Its chart has crashed twice: the error page has taken its place, at the same address. */
const isBroken = ({ crashes }: AppContext, page: PageName): boolean =>
  page !== 'none' && crashes[page] === 2;

/** What is on its way already and leaves no time for anything else; undefined when all is quiet. */
const pending = (snapshot: AnyMachineSnapshot): ((step: Step) => boolean) | undefined => {
  const context: AppContext = snapshot.context;
  const page = String(snapshot.value.page) as PageName;
  const isActor = (step: Step, id: string): boolean => 'actor' in step && step.actor === id;
  const isEvent = (step: Step, type: string): boolean =>
    step.kind === 'event' && step.event.type === type;
  if (snapshot.matches({ arrival: 'noting' })) return (step) => isActor(step, 'saveCampaign');
  const moves = (step: Step): boolean => isEvent(step, 'location.changed');
  const isThere = target(context) === context.path;
  if (snapshot.matches({ navigation: 'navigating' })) {
    return (step) =>
      isThere
        ? step.kind === 'done' && step.actor === 'navigate'
        : moves(step) || (step.kind === 'error' && step.actor === 'navigate');
  }
  if (localeOfPath(context.path) !== context.locale) return moves;
  const wanted = isBroken(context, pageOf(context.path)) ? 'none' : pageOf(context.path);
  if (page === wanted) return undefined;
  const type = page === 'none' ? 'page.opened' : 'page.closed';
  const named = page === 'none' ? wanted : page;
  return (step) => isEvent(step, type) && step.kind === 'event' && step.event.page === named;
};

/** Where the page offers it, or the product brings it about, while nothing else goes on. */
const offered = (snapshot: AnyMachineSnapshot): Readonly<Record<string, boolean>> => {
  const { user, crashes, path, locale }: AppContext = snapshot.context;
  const isOnline = snapshot.matches({ connection: 'online' });
  const isAtHome = snapshot.matches({ page: 'none' }) && pageOf(path) === 'none' && locale === 'en';
  const isListed = snapshot.matches({ page: 'records' });
  // what has been asked for would break with the connection
  const isSettled = isAtHome && user !== null && !snapshot.matches({ boot: 'booting' });
  const isClear = isOnline && snapshot.matches({ core: 'accepting' });
  const canWork = isSettled && isClear && snapshot.matches({ boot: 'ready' });
  const isWhole = Object.keys(crashes).length === 0;
  return {
    'setup.retried': isOnline,
    'navigation.requested (to the records)': isSettled && isClear && isWhole,
    'navigation.requested (to the home page)': !isAtHome && isClear && user !== null,
    [`navigation.requested (${toScript})`]: isSettled && isClear,
    'user.changed (a guest)': user === null,
    'user.changed (a member)': user === null,
    'call.rejected (sign in first)': isListed && isWhole && !isSubscribed(user),
    'call.rejected (go home)': isListed && isWhole,
    'call.rejected (no credits)': isListed && isWhole,
    'call.rejected (the day is used up)': isListed && isWhole,
    'call.rejected (another code)': isListed && isWhole,
    [`call.rejected (${withWords})`]: canWork,
    'core.rejected': canWork,
    'coreRejected.dismissed': true,
    'language.changed (German)': canWork,
    [`task.ended (done, ${watched})`]: canWork,
    'task.ended (done, unseen)': canWork,
    'watchConnection sends connection.lost': isSettled && isClear,
    'watchConnection sends connection.restored': !isOnline,
  };
};

const isRootCrashed = ({ crashes }: AppContext): boolean =>
  everywhere.some((id) => crashes[id] !== undefined);

export const appAllows: Allows = (step, { snapshot }) => {
  const due = pending(snapshot);
  if (due) return due(step);
  if (step.kind === 'error' && step.error === fault['a fault']) {
    const isReady = offered(snapshot)['core.rejected'] === true;
    const page = String(snapshot.value.page);
    return (isReady || page !== 'none') && mayCrash(step.actor, snapshot.context, page);
  }
  if (isRootCrashed(snapshot.context)) return false;
  if ('actor' in step && step.actor === 'loadSetup') return true;
  const says = step.kind === 'sent' ? `${step.actor} sends ${step.event.type}` : step.says;
  return offered(snapshot)[says] ?? false;
};

/** Nobody can keep these from happening once they are due. */
export const appByItself = (step: Step): boolean => {
  if ('actor' in step) return step.actor === 'navigate' || step.actor === 'saveCampaign';
  return (
    step.kind === 'event' && /^(location\.changed|page\.(opened|closed))$/.test(step.event.type)
  );
};
