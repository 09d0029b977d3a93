import { type AnyMachineSnapshot, assign, raise, sendTo, setup, spawnChild } from 'xstate';
import { chart } from '../charts.ts';
import { debugConsoleMachine } from '../debug-console/debug-console.machine.ts';
import { dialogsMachine } from '../dialogs/dialogs.machine.ts';
import { languageMachine } from '../language/language.machine.ts';
import { campaignOfPath } from '../model/campaign.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import type { DialogAnswered, DialogRequester } from '../model/dialog.ts';
import type { Setup } from '../model/functions.ts';
import { type Locale, localisePath } from '../model/locale.ts';
import type { Messages } from '../model/message.ts';
import { isInternalPath } from '../model/navigation.ts';
import type { RecordPhase } from '../model/task-record.ts';
import { isSubscribed, type UserInfo } from '../model/user.ts';
import { overlayMachine } from '../overlay/overlay.machine.ts';
import { neededCall, neededStream, sinkActor } from '../port-actors.ts';
import type { CampaignPort } from '../ports/campaign.port.ts';
import type { ConnectionPort } from '../ports/connection.port.ts';
import type { LogMessage } from '../ports/log.port.ts';
import type { NavigationPort } from '../ports/navigation.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { SetupPort } from '../ports/setup.port.ts';
import { recordsMachine } from '../records/records.machine.ts';
import { resultMachine } from '../result/result.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import { taskMachine } from '../task/task.machine.ts';
import { toastMachine } from '../toast/toast.machine.ts';
import type { ToastRequest } from '../toast/toast.types.ts';
import type {
  AppContext,
  AppEvent,
  AppInput,
  CallRejected,
  Child,
  PageOpened,
} from './app.types.ts';

type Rejection = Omit<CallRejected, 'type'>;
type Failed = { failure: PortFailure };
type TaskEnd = { recordId: string; phase: RecordPhase; watched: boolean };
type Spoken = { locale: Locale; messages: Messages };
type Destination = { to: string; replace?: boolean };

type System = Parameters<ReturnType<typeof chart>>[0]['system'];

const isTaskWorking = (system: System): boolean => {
  const task: Partial<AnyMachineSnapshot> | undefined = system.get('task')?.getSnapshot();
  return task?.matches?.('working') ?? false;
};

const hasCode =
  (code: string) =>
  (_: unknown, { failure }: Rejection) =>
    failure.code === code;

/** The dialog is gone with the chart that showed it. */
const unanswered: DialogAnswered = { type: 'dialog.answered', id: '', answer: 'cancelled' };

/** Names and bodies of the root chart. */
export const appSetup = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent,
    input: {} as AppInput,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
  actors: {
    language: languageMachine,
    session: sessionMachine,
    overlay: overlayMachine,
    toast: toastMachine,
    debugConsole: debugConsoleMachine,
    dialogs: dialogsMachine,
    task: taskMachine,
    records: recordsMachine,
    result: resultMachine,
    loadSetup: neededCall<SetupPort['loadSetup']>('loadSetup'),
    saveCampaign: neededCall<CampaignPort['saveCampaign']>('saveCampaign'),
    navigate: neededCall<NavigationPort['navigate']>('navigate'),
    watchConnection: neededStream<ConnectionPort['watchConnection']>('watchConnection'),
    writeLog: sinkActor<LogMessage>(() => {
      throw new Error('No port is provided for writeLog');
    }),
  },
  guards: {
    isSignInNeeded: hasCode('10009'),
    isHomeNeeded: hasCode('51008'),
    isCreditsGone: hasCode('51009'),
    isCreditsGoneForSubscriber: ({ context }, { failure }: Rejection) =>
      failure.code === '51009' && isSubscribed(context.user),
    isDailyLimit: hasCode('daily_limit'),
    hasCode: (_, { failure }: Rejection) => failure.code !== undefined,
    hasFallback: (_, { fallback }: Rejection) => fallback !== undefined,
    hasCampaign: ({ context }) => Object.keys(campaignOfPath(context.path)).length > 0,
    isInternal: (_, { to }: Destination) => isInternalPath(to),
    isWatchedSuccess: (_, { phase, watched }: TaskEnd) => watched && phase === 'succeeded',
    isUnseenEnd: (_, { phase, watched }: TaskEnd) => !watched && phase !== 'cancelled',
    isRecords: (_, { page }: { page: 'records' | 'result' }) => page === 'records',
    isResult: (_, { page }: { page: 'records' | 'result' }) => page === 'result',
    isFirstCrash: ({ context }, { id }: { id: Child }) => context.crashes[id] === undefined,
  },
  actions: {
    keepPath: assign((_, { path }: { path: string }) => ({ path })),
    keepLanguage: assign((_, { locale, messages }: Spoken) => ({ locale, messages })),
    keepUser: assign((_, { user }: { user: UserInfo | null }) => ({ user })),
    keepSetup: assign((_, { setup: loaded }: { setup: Setup }) => ({
      setup: loaded,
      setupFailure: null,
    })),
    keepSetupFailure: assign((_, { failure }: Failed) => ({ setupFailure: failure })),
    keepDestination: assign(({ context }, { to, replace }: Destination) => ({
      destination: { to: localisePath(to, context.locale), replace: replace ?? false },
    })),
    keepOpenRecord: assign((_, opened: PageOpened) =>
      opened.page === 'result' ? { openRecordId: opened.recordId } : {},
    ),
    raiseCoreFlag: assign((_, { recordId }: { recordId: string }) => ({
      coreRejected: { recordId },
    })),
    dropCoreFlag: assign({ coreRejected: null }),
    goHome: raise({ type: 'navigation.requested', to: '/' }),
    goToResult: raise((_, { recordId }: TaskEnd) => ({
      type: 'navigation.requested' as const,
      to: `/result/${encodeURIComponent(recordId)}`,
    })),
    rejectCall: raise((_, rejection: Rejection) => ({
      type: 'call.rejected' as const,
      ...rejection,
    })),
    clearSession: sendTo(chart('session'), { type: 'session.cleared' }),
    openSignIn: sendTo(chart('dialogs'), {
      type: 'dialog.opened',
      dialog: { id: 'signIn', requester: null, content: { kind: 'signIn' } },
    }),
    openCreditsNotEnough: sendTo(chart('dialogs'), {
      type: 'dialog.opened',
      dialog: { id: 'creditsNotEnough', requester: null, content: { kind: 'creditsNotEnough' } },
    }),
    withdrawDialogs: sendTo(
      chart('dialogs'),
      (_, { requester }: { requester: DialogRequester }) => ({
        type: 'dialog.withdrawn',
        requester,
      }),
    ),
    toastMessage: sendTo(
      chart('toast'),
      (_, { failure }: Rejection): ToastRequest => ({
        type: 'toast.requested',
        kind: 'error',
        message: { text: failure.msg ?? '', code: failure.code ?? '' },
      }),
    ),
    toastFallback: sendTo(
      chart('toast'),
      (_, { fallback }: Rejection): ToastRequest => ({
        type: 'toast.requested',
        kind: 'error',
        message: { id: fallback ?? '' },
      }),
    ),
    toastEnd: sendTo(
      chart('toast'),
      (_, { phase }: TaskEnd): ToastRequest => ({
        type: 'toast.requested',
        kind: phase === 'succeeded' ? 'success' : 'warning',
        message: { id: `toast.task.${phase}` },
      }),
    ),
    logFailure: sendTo(
      chart('log'),
      (_, { failure }: Failed): LogMessage => ({
        type: 'log.written',
        level: 'error',
        name: 'call.rejected',
        parameters: {
          call: failure.call ?? null,
          reason: failure.reason,
          code: failure.code ?? null,
          msg: failure.msg ?? null,
        },
      }),
    ),
    noteCrash: assign(({ context }, { id }: { id: Child }) => ({
      crashes: { ...context.crashes, [id]: (context.crashes[id] ?? 0) + 1 },
    })),
    beginLog: spawnChild('writeLog', { id: 'writeLog', systemId: 'log' }),
    beginToast: spawnChild('toast', { id: 'toast', systemId: 'toast' }),
    beginConsole: spawnChild('debugConsole', { id: 'debugConsole', systemId: 'debugConsole' }),
    beginDialogs: spawnChild('dialogs', { id: 'dialogs', systemId: 'dialogs' }),
    beginOverlay: spawnChild('overlay', { id: 'overlay', systemId: 'overlay' }),
    beginLanguage: spawnChild('language', {
      id: 'language',
      systemId: 'language',
      input: ({ context: { path, locale, messages } }) => ({
        path: localisePath(path, locale),
        messages,
      }),
    }),
    beginSession: spawnChild('session', { id: 'session', systemId: 'session' }),
    beginTask: spawnChild('task', { id: 'task', systemId: 'task' }),
    beginConnection: spawnChild('watchConnection', { id: 'watchConnection' }),
    beginRecords: spawnChild('records', { id: 'records', systemId: 'records' }),
    beginResult: spawnChild('result', {
      id: 'result',
      systemId: 'result',
      input: ({ context }) => ({ recordId: context.openRecordId ?? '' }),
    }),
    tellKnownSetup: sendTo(
      ({ context, system }) => chart(context.setup ? 'task' : null)({ system }),
      ({ context }) => ({ type: 'setup.loaded', setup: context.setup as Setup }),
    ),
    /** out of sight: what the crashed one covered the page with is gone, and its task goes on */
    reopenOverlay: sendTo(
      ({ system }) => chart(isTaskWorking(system) ? 'overlay' : null)({ system }),
      { type: 'overlay.opened', counter: true, away: true },
    ),
    closeOverlay: sendTo(chart('overlay'), { type: 'overlay.closed' }),
    lookAway: sendTo(chart('task'), { type: 'overlay.left' }),
    answerRecords: sendTo(chart('records'), unanswered),
    answerResult: sendTo(chart('result'), unanswered),
    logCrash: sendTo(
      chart('log'),
      (_, { failure }: Failed): LogMessage => ({
        type: 'log.written',
        level: 'error',
        name: 'chart.crashed',
        parameters: { msg: failure.msg ?? null },
      }),
    ),
    logRefusal: sendTo(
      chart('log'),
      (_, { to }: Destination): LogMessage => ({
        type: 'log.written',
        level: 'warning',
        name: 'navigation.refused',
        parameters: { to },
      }),
    ),
    tellSetup: sendTo(chart('task'), (_, { setup: loaded }: { setup: Setup }) => ({
      type: 'setup.loaded',
      setup: loaded,
    })),
    tellLocation: sendTo(chart('language'), (_, { path }: { path: string }) => ({
      type: 'location.changed',
      path,
    })),
    reconnectLanguage: sendTo(chart('language'), { type: 'connection.restored' }),
    reconnectSession: sendTo(chart('session'), { type: 'connection.restored' }),
    reconnectTask: sendTo(chart('task'), { type: 'connection.restored' }),
    reconnectRecords: sendTo(chart('records'), { type: 'connection.restored' }),
    reconnectResult: sendTo(chart('result'), { type: 'connection.restored' }),
  },
});
