import { isSubscribed } from '../model/user.ts';
import { describeChart } from '../testing/chart-descriptor.ts';
import {
  guest,
  member,
  offer,
  offline,
  refused,
  rejecting,
  storageRefused,
} from '../testing/samples.ts';
import { appMachine } from './app.machine.ts';
import type { AppContext, Child } from './app.types.ts';

const fails = { offline: rejecting(offline) };

/** Only one of them, and while little else goes on: neither makes a difference to the root. */
const crashing = (id: Child) => ({
  error: ({ crashes, coreRejected, destination }: AppContext): Record<string, unknown> => {
    const isAlone = Object.keys(crashes).every((other) => other === id);
    return isAlone && !coreRejected && !destination ? { 'a fault': new Error('a fault') } : {};
  },
});

export const appDescriptor = describeChart<typeof appMachine>({
  machine: appMachine,
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
  },
  charts: {
    'location.changed': { '': { path: '/record' } },
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
      'another code': { failure: refused('500') },
      'offline, with words for it': { failure: offline, fallback: 'toast.removalFailed' },
      offline: { failure: offline },
    },
    'core.rejected': { '': { recordId: 'r1' } },
    'user.changed': { 'a guest': { user: guest }, 'a member': { user: member } },
    'language.changed': { German: { locale: 'de', messages: { hello: 'Hallo' } } },
    'task.ended': {
      'done, watched': { recordId: 'r1', phase: 'succeeded', watched: true },
      'done, unseen': { recordId: 'r1', phase: 'succeeded', watched: false },
      'failed, unseen': { recordId: 'r1', phase: 'failed', watched: false },
      'cancelled, unseen': { recordId: 'r1', phase: 'cancelled', watched: false },
    },
  },
  actors: {
    loadSetup: { done: { '': offer }, error: fails },
    saveCampaign: { done: {}, error: { 'no storage': rejecting(storageRefused) } },
    navigate: { done: {}, error: fails },
    watchConnection: {
      sends: { lost: { type: 'connection.lost' }, restored: { type: 'connection.restored' } },
      ...crashing('watchConnection'),
    },
    writeLog: crashing('writeLog'),
    toast: crashing('toast'),
    debugConsole: crashing('debugConsole'),
    dialogs: crashing('dialogs'),
    overlay: crashing('overlay'),
    language: crashing('language'),
    session: crashing('session'),
    task: crashing('task'),
    records: crashing('records'),
    result: crashing('result'),
  },
  reads: ({ user, crashes }) => [isSubscribed(user), crashes],
  // what goes on without a chart is not the root's to decide
  bounds: { stop: (_, ended) => ended.size > 0 },
});
