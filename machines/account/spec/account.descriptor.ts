import { assign } from 'xstate';
import type { LedgerLine, LedgerPage } from '../../model/ledger.ts';
import type { OwnAccount } from '../../model/own-account.ts';
import { isLoggedIn } from '../../model/user.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { guest, member, offline, recordOf, refused, rejecting } from '../../testing/samples.ts';
import { accountMachine } from '../account.machine.ts';

const fails = { offline: rejecting(offline), 'sign in first': rejecting(refused('10009')) };

export const ownAccount: OwnAccount = {
  email: 'anna@example.com',
  hasPassword: true,
  locale: 'en',
  reminders: true,
};

const here = {
  id: 's1',
  isCurrent: true,
  device: 'Firefox, Linux',
  lastSeenAt: '2027-01-02T00:00:00.000Z',
};
const phone = { ...here, id: 's2', isCurrent: false, device: 'Chrome, Android' };
const tablet = { ...phone, id: 's3', device: '' };

const line: LedgerLine = {
  id: '9',
  at: '2027-01-01T10:00:00.000Z',
  kind: 'grant',
  reason: 'account.made',
  amount: 20,
  source: 'welcome',
  state: null,
  expiresAt: '2028-01-01T10:00:00.000Z',
  task: null,
  order: null,
};

const taken: LedgerLine = {
  ...line,
  id: '8',
  kind: 'reserve',
  reason: 'task.started',
  amount: -4,
  state: 'used',
  expiresAt: null,
  task: { id: 'r1', code: 'upscale-2x-fast' },
};

const lots: LedgerPage['lots'] = [
  { source: 'welcome', balance: 16, expiresAt: '2028-01-01T10:00:00.000Z' },
];

/** The balance of 16 credits and the newest ledger lines. Older lines exist. */
export const ownCredits: LedgerPage = { balance: 16, lots, lines: [taken], nextCursor: '8' };

type Regions = {
  credits: string;
  creditsFile: string;
  preferences: string;
  sessions: string;
  copy: string;
  clock: string;
  renewal: string;
};

const regionOf: Readonly<Record<string, keyof Regions>> = {
  'credits.retried': 'credits',
  'moreCredits.pressed': 'credits',
  loadCredits: 'credits',
  loadMoreCredits: 'credits',
  'creditsFile.pressed': 'creditsFile',
  saveCreditsFile: 'creditsFile',
  'locale.chosen': 'preferences',
  'reminders.switched': 'preferences',
  savePreferences: 'preferences',
  'sessions.retried': 'sessions',
  'session.ended': 'sessions',
  'otherSessions.ended': 'sessions',
  listSessions: 'sessions',
  endOneSession: 'sessions',
  endOtherSessions: 'sessions',
  'export.pressed': 'copy',
  requestExport: 'copy',
  'clock.retried': 'clock',
  listRecords: 'clock',
  'server.changed': 'renewal',
  renewCredits: 'renewal',
  renewAccount: 'renewal',
  renewSessions: 'renewal',
  renewClock: 'renewal',
};

/** Each region's state while nothing is being loaded or saved. */
const rest: Regions = {
  credits: 'listed',
  creditsFile: 'still',
  preferences: 'still',
  sessions: 'listed',
  copy: 'still',
  clock: 'counted',
  renewal: 'current',
};

/**
 * True if all regions except `region` rest. The regions are independent, so each region is explored
 * while the other regions rest.
 */
const othersRest = (value: unknown, region: Exclude<keyof Regions, 'renewal'>): boolean => {
  const regions = (value as { shown?: Regions }).shown;
  if (!regions) return true;
  const isBegun = (name: keyof Regions) =>
    regions[name] === rest[name] ||
    (name === 'copy' && regions.copy === 'over') ||
    (name === 'sessions' && regions.sessions === 'loading') ||
    (name === 'credits' && regions.credits === 'loading');
  const before = { credits: 0, preferences: 0, sessions: 1, clock: 2, copy: 3, creditsFile: 4 };
  return (Object.keys(rest) as (keyof Regions)[]).every(
    (name) =>
      name === region ||
      isBegun(name) ||
      (regions[name] === 'counting' && before[region] < before.clock),
  );
};

/** True if all regions except the renewal rest. A renewal is explored only in this situation. */
const areStill = (regions: Regions): boolean =>
  regions.preferences === 'still' &&
  regions.copy === 'still' &&
  regions.creditsFile === 'still' &&
  [regions.credits, regions.sessions, regions.clock].every((at) =>
    /listed|counted|failed/.test(at),
  );

/** True for an event that ends a step of the renewal. */
const isDuringRenewal = ({ renewal }: Regions, event: string | undefined): boolean =>
  (renewal === 'sessions' && event?.includes('ession') === true) ||
  (renewal === 'details' && event === 'account.changed');

export const accountDescriptor = describeChart<typeof accountMachine>({
  machine: accountMachine,
  inputs: {
    'a user': { visitor: 'user-1', isCopyOver: false },
    'a user whose copy is gone': { visitor: 'user-1', isCopyOver: true },
    'a guest': { visitor: '', isCopyOver: false },
    'unknown visitor': { visitor: null, isCopyOver: false },
  },
  people: {
    'account.retried': {},
    'locale.chosen': { German: { locale: 'de' } },
    'reminders.switched': { off: { on: false } },
    'change.pressed': {
      'of the password': { kind: 'password' },
      'of the address': { kind: 'address' },
      'the end': { kind: 'deletion' },
    },
    'sessions.retried': {},
    'session.ended': { 'the phone': { id: phone.id }, 'this one': { id: here.id } },
    'otherSessions.ended': {},
    'export.pressed': {},
    'credits.retried': {},
    'moreCredits.pressed': {},
    'creditsFile.pressed': {},
    'clock.retried': {},
  },
  charts: {
    'user.changed': { 'a user': { user: member }, 'a guest': { user: guest } },
    'account.changed': {
      'another address': { account: { ...ownAccount, email: 'b@example.com' } },
    },
    'server.changed': {},
    'connection.restored': {},
  },
  actors: {
    loadAccount: { done: { '': ownAccount }, error: fails },
    savePreferences: {
      done: ({ wanted }) => ({
        'as it was chosen': { ...ownAccount, ...wanted },
        'as it was before another choice': ownAccount,
      }),
      error: fails,
    },
    listSessions: {
      done: { 'three devices': [here, phone, tablet], 'this one only': [here] },
      error: fails,
    },
    endOneSession: { done: {}, error: fails },
    endOtherSessions: { done: {}, error: fails },
    requestExport: { done: {}, error: fails },
    loadCredits: {
      done: {
        'what came and went': ownCredits,
        nothing: { balance: 0, lots: [], lines: [], nextCursor: null },
      },
      error: fails,
    },
    loadMoreCredits: {
      done: { 'the oldest lines': { ...ownCredits, lines: [line], nextCursor: null } },
      error: fails,
    },
    renewCredits: { done: { 'what came and went': ownCredits }, error: fails },
    renewAccount: { done: { '': ownAccount }, error: fails },
    renewSessions: { done: { 'this one only': [here] }, error: fails },
    saveCreditsFile: { done: {}, error: fails },
    listRecords: {
      done: ({ cursor }) => ({
        ...(cursor === null && {
          'a page of many': { records: [recordOf('r1', 2)], nextCursor: 'next' },
        }),
        'the last page': { records: [recordOf('r2', 2)], nextCursor: null },
        ...(cursor === null && { none: { records: [], nextCursor: null } }),
      }),
      error: fails,
    },
    renewClock: {
      done: ({ recount }) => ({
        ...(recount.cursor === null && {
          'a page of many': { records: [recordOf('r1', 2)], nextCursor: 'next' },
        }),
        'the last page': { records: [recordOf('r2', 2)], nextCursor: null },
      }),
      error: fails,
    },
  },
  reads: ({ recount, visitor, isCopyOver, account, wanted, ...context }) => [
    recount.cursor,
    visitor,
    isCopyOver,
    account?.locale,
    account?.reminders,
    wanted,
    context.sessions.map(({ id }) => id),
    context.endingId,
    context.cursor,
    context.credits?.nextCursor,
    context.credits?.lines.length,
  ],
  bounds: {
    allows: ({ event, actor }, { value }) => {
      const region = regionOf[String(event ?? actor)];
      const regions = (value as { shown?: Regions }).shown;
      if (event === 'connection.restored') {
        return (
          !regions ||
          regions.sessions === 'failed' ||
          regions.clock === 'failed' ||
          /[fF]ailed/.test(regions.credits)
        );
      }
      if (region === 'renewal') return !regions || areStill(regions);
      if (regions && regions.renewal !== 'current') return isDuringRenewal(regions, event);
      return region === undefined || othersRest(value, region);
    },
  },
  laws: {
    'no data is loaded for a visitor who is not signed in': {
      holds: ({ now, event, asked }) =>
        (now.context.visitor !== '' &&
          (event?.type !== 'user.changed' || isLoggedIn(event.user))) ||
        asked.every(({ id }) => id !== 'loadAccount'),
      brokenBy: 'account.waiting on user.changed: without the guard isUser',
    },
    'a choice that could not be saved is not shown as chosen': {
      holds: ({ now }) =>
        !now.matches({ shown: { preferences: 'failed' } }) ||
        (now.context.wanted?.locale === now.context.account?.locale &&
          now.context.wanted?.reminders === now.context.account?.reminders),
      brokenBy: (machine) =>
        machine.provide({
          actions: { takeBack: assign((_, { failure }) => ({ preferencesFailure: failure })) },
        }),
    },
    'only saved choices are shown as saved': {
      holds: ({ now }) =>
        !now.matches({ shown: { preferences: 'saved' } }) ||
        (now.context.wanted?.locale === now.context.account?.locale &&
          now.context.wanted?.reminders === now.context.account?.reminders),
      brokenBy: (machine) => machine.provide({ guards: { isBehind: () => false } }),
    },
    'the list of sessions does not end the current session': {
      holds: ({ now, asked }) =>
        asked.every(
          ({ id, input }) =>
            id !== 'endOneSession' ||
            now.context.sessions.some((one) => one.id === input.id && !one.isCurrent),
        ),
      brokenBy: (machine) => machine.provide({ guards: { isElsewhere: () => true } }),
    },
    'loaded ledger lines stay on screen': {
      holds: ({ before, now }) =>
        !before.matches('shown') ||
        (before.context.credits?.lines ?? []).every(({ id }) =>
          now.context.credits?.lines.some((one) => one.id === id),
        ),
      brokenBy: (machine) =>
        machine.provide({ actions: { addCredits: assign((_, { page }) => ({ credits: page })) } }),
    },
    'a session leaves the list only after it has ended': {
      holds: ({ before, now, event }) =>
        !before.matches('shown') ||
        before.context.sessions.every(
          ({ id }) =>
            now.context.sessions.some((one) => one.id === id) ||
            /^xstate\.done\.actor\.(listSessions|renewSessions|endOneSession|endOtherSessions)$/.test(
              String(event?.type),
            ),
        ),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            setSessionsFailure: assign((_, { failure }) => ({
              sessionsFailure: failure,
              sessions: [],
            })),
          },
        }),
    },
    'every failure is reported to the root': {
      holds: ({ event, told }) =>
        !event?.type.startsWith('xstate.error.actor') ||
        told.some(({ to, event: { type } }) => to === 'app' && type === 'call.rejected'),
      brokenBy: (machine) => machine.provide({ actions: { reportFailure: () => {} } }),
    },
  },
});
