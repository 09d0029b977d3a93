import { assign, sendTo } from 'xstate';
import type {} from '../account-change/account-change.types.ts';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { DialogRequested } from '../dialogs/dialogs.types.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { type LedgerPage, renewedLines, withLines } from '../model/ledger.ts';
import type { Locale } from '../model/locale.ts';
import {
  isSaved,
  type OwnAccount,
  type OwnSession,
  type Preferences,
  withRecords,
} from '../model/own-account.ts';
import type { RecordPage } from '../model/task-record.ts';
import { isLoggedIn, type UserInfo } from '../model/user.ts';
import { ports } from '../port-actors.ts';
import type { AccountPort } from '../ports/account.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RecordsPort } from '../ports/records.port.ts';
import type { ToastRequest } from '../toast/toast.types.ts';
import type {
  AccountChangeKind,
  AccountContext,
  AccountEvent,
  AccountInput,
} from './account.types.ts';

type Failed = { failure: PortFailure };
type Loaded = { account: OwnAccount };
type WithPage = { page: RecordPage };
type WithCredits = { page: LedgerPage };

/** Requests the dialog for a change, with the current account. */
const changeRequest = (kind: AccountChangeKind, account: OwnAccount): DialogRequested => ({
  type: 'dialog.requested',
  dialog: {
    id: `account.${kind}`,
    name: `account.${kind}`,
    requester: 'account',
    kind: 'accountChange',
    input: { kind, address: account.email, hasPassword: account.hasPassword },
  },
});

const ended = (
  id: 'account.session.ended' | 'account.sessions.ended' | 'account.credits.saved',
): ToastRequest => ({
  type: 'toast.requested',
  kind: 'success',
  message: { id },
});

const preferencesOf = ({ locale, reminders }: Preferences): Preferences => ({ locale, reminders });

export const accountSetup = setupChart({
  types: {
    context: {} as AccountContext,
    events: {} as AccountEvent,
    input: {} as AccountInput,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({
      calls: [
        'loadAccount',
        'savePreferences',
        'listSessions',
        'endOneSession',
        'endOtherSessions',
        'requestExport',
        'loadCredits',
        'saveCreditsFile',
      ],
    }).of<AccountPort>(),
    ...ports({ calls: ['listRecords'] }).of<RecordsPort>(),
  },
  guards: {
    isKnownUser: ({ context }) => context.visitor !== null && context.visitor !== '',
    isGuest: ({ context }) => context.visitor === '',
    isUser: (_, { user }: { user: UserInfo | null }) => isLoggedIn(user),
    /** true if the visitor has changed a choice during the save */
    isBehind: ({ context }, { account }: Loaded) => !isSaved(account, context.wanted),
    /** true for every session except this page's session, which can only be ended by signing out */
    isElsewhere: ({ context }, { id }: { id: string }) =>
      context.sessions.some((one) => one.id === id && !one.isCurrent),
    hasOthers: ({ context }) => context.sessions.some(({ isCurrent }) => !isCurrent),
    isCopyOver: ({ context }) => context.isCopyOver,
    hasMoreCredits: ({ context }) =>
      context.credits !== null && context.credits.nextCursor !== null,
    hasMore: (_, { page }: WithPage) => page.nextCursor !== null,
  },
  actions: {
    setAccount: assign((_, { account }: Loaded) => ({ account, wanted: preferencesOf(account) })),
    /** updates the account, but keeps choices that are not saved yet */
    renewAccount: assign(({ context }, { account }: Loaded) => ({
      account,
      wanted: isSaved(context.account, context.wanted) ? preferencesOf(account) : context.wanted,
    })),
    /** stores the saved account, but keeps choices made during the save */
    setSaved: assign((_, { account }: Loaded) => ({ account })),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    wantLocale: assign(({ context }, { locale }: { locale: Locale }) => ({
      wanted: context.wanted && { ...context.wanted, locale },
    })),
    wantReminders: assign(({ context }, { on }: { on: boolean }) => ({
      wanted: context.wanted && { ...context.wanted, reminders: on },
    })),
    /** resets the switches to the saved choices */
    takeBack: assign(({ context }, { failure }: Failed) => ({
      wanted: context.account && preferencesOf(context.account),
      preferencesFailure: failure,
    })),
    clearPreferencesFailure: assign({ preferencesFailure: null }),
    setSessions: assign((_, { sessions }: { sessions: readonly OwnSession[] }) => ({
      sessions,
      sessionsFailure: null,
    })),
    markEnding: assign((_, { id }: { id: string }) => ({ endingId: id, sessionsFailure: null })),
    dropEnded: assign(({ context: { sessions, endingId } }) => ({
      sessions: sessions.filter(({ id }) => id !== endingId),
    })),
    dropOthers: assign(({ context: { sessions } }) => ({
      sessions: sessions.filter(({ isCurrent }) => isCurrent),
    })),
    clearEnding: assign({ endingId: null }),
    setSessionsFailure: assign((_, { failure }: Failed) => ({ sessionsFailure: failure })),
    clearSessionsFailure: assign({ sessionsFailure: null }),
    toastEnded: sendTo(chart('toast'), ended('account.session.ended')),
    toastOthersEnded: sendTo(chart('toast'), ended('account.sessions.ended')),
    setExportFailure: assign((_, { failure }: Failed) => ({ exportFailure: failure })),
    clearExportFailure: assign({ exportFailure: null }),
    setCredits: assign((_, { page }: WithCredits) => ({ credits: page, creditsFailure: null })),
    addCredits: assign(({ context }, { page }: WithCredits) => ({
      credits: withLines(context.credits, page),
      creditsFailure: null,
    })),
    renewCredits: assign(({ context }, { page }: WithCredits) => ({
      credits: renewedLines(context.credits, page),
    })),
    setCreditsFailure: assign((_, { failure }: Failed) => ({ creditsFailure: failure })),
    setFileFailure: assign((_, { failure }: Failed) => ({ fileFailure: failure })),
    clearFileFailure: assign({ fileFailure: null }),
    toastFileSaved: sendTo(chart('toast'), ended('account.credits.saved')),
    beginClock: assign({ clock: { count: 0, next: null }, cursor: null }),
    addToClock: assign(({ context }, { page }: WithPage) => ({
      clock: withRecords(context.clock, page.records),
      cursor: page.nextCursor,
    })),
    beginRecount: assign({ recount: { count: 0, next: null, cursor: null } }),
    addToRecount: assign(({ context }, { page }: WithPage) => ({
      recount: { ...withRecords(context.recount, page.records), cursor: page.nextCursor },
    })),
    takeRecount: assign(({ context: { recount } }) => ({
      clock: { count: recount.count, next: recount.next },
    })),
    openChange: sendTo(chart('dialogs'), ({ context }, { kind }: { kind: AccountChangeKind }) => {
      if (!context.account) throw new Error('Cannot change the account before it is loaded');
      return changeRequest(kind, context.account);
    }),
    reportFailure: sendRejected(),
  },
});
