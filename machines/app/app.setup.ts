import { assign, emit, raise, sendTo } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { DialogRequester } from '../dialogs/dialogs.types.ts';
import { campaignOfPath } from '../model/campaign.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { Setup } from '../model/functions.ts';
import { type Locale, localisePath } from '../model/locale.ts';
import type { Messages } from '../model/message.ts';
import { isInternalPath } from '../model/navigation.ts';
import { isSamePlace, type Move, nextVisit } from '../model/pages.ts';
import type { ProductEvent } from '../model/product-event.ts';
import type { StakeTag } from '../model/stake.ts';
import { isSubscribed, type UserInfo } from '../model/user.ts';
import { ports } from '../port-actors.ts';
import type { CampaignPort } from '../ports/campaign.port.ts';
import type { LogMessage } from '../ports/log.port.ts';
import type { LocationChanged, NavigationPort } from '../ports/navigation.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { SetupPort } from '../ports/setup.port.ts';
import { signInRequest } from '../sign-in/sign-in.request.ts';
import type { ToastRequest } from '../toast/toast.types.ts';
import { childrenActions } from './app.children.ts';
import { creditsNotEnough } from './app.dialogs.ts';
import { isOnPage, isUnwatched, saysRejected } from './app.ends.ts';
import type {
  AppContext,
  AppEvent,
  AppInput,
  CallRefused,
  CallRejected,
  CoreRejected,
  TaskEnded,
} from './app.types.ts';
import { type ChildId, childActors, childOf } from './children.derived.ts';

type Rejection = Omit<CallRejected, 'type'>;
type Refusal = Omit<CallRefused, 'type'>;
type PictureRefusal = Pick<CallRefused, 'fileKey'>;
type Failed = { failure: PortFailure };
type Spoken = { locale: Locale; messages: Messages };
type UserChanged = { user: UserInfo | null };
type Destination = { to: string; replace?: boolean };

const resultPath = (recordId: string): string => `/result/${encodeURIComponent(recordId)}`;

const hasCode =
  (code: string) =>
  (_: unknown, { failure }: Failed) =>
    failure.code === code;

/** The visitor id of a guest. Only users have an id from the server. */
const guestVisitor = '';

const visitorOf = ({ user }: UserChanged): string => user?.id || guestVisitor;

export const appSetup = setupChart({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent,
    input: {} as AppInput,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
    tags: {} as StakeTag,
  },
  actors: {
    ...ports({ calls: ['loadSetup'] }).of<SetupPort>(),
    ...ports({ calls: ['saveCampaign'] }).of<CampaignPort>(),
    ...ports({ calls: ['navigate', 'preparePage'], streams: ['watchBack'] }).of<NavigationPort>(),
    ...childActors,
  },
  guards: {
    isSignInNeeded: hasCode('10009'),
    isHomeNeeded: hasCode('51008'),
    isCreditsGone: hasCode('51009'),
    isCreditsGoneForSubscriber: ({ context }, { failure }: Failed) =>
      failure.code === '51009' && isSubscribed(context.user),
    isDailyLimit: hasCode('daily_limit'),
    isPictureLost: hasCode('picture_not_found'),
    isOfLog: (_, { failure }: Failed) => failure.call === 'logEvent',
    isSaid: (_, { isSaid }: Refusal) => isSaid,
    hasCode: (_, { failure }: Failed) => failure.code !== undefined,
    hasFallback: (_, { fallback }: Rejection) => fallback !== undefined,
    hasCampaign: ({ context }) => Object.keys(campaignOfPath(context.path)).length > 0,
    isInternal: (_, { to }: Destination) => isInternalPath(to),
    isWatchedSuccess: (_, { end, watched }: TaskEnded) => watched && end === 'succeeded',
    isSeenRejection: ({ context }, ended: TaskEnded) =>
      ended.byCore && (!isUnwatched(context, ended) || isOnPage(context, ended)),
    isMissedRejection: (_, { byCore }: TaskEnded) => byCore,
    isSeen: ({ context }, { recordId }: CoreRejected) => saysRejected(context, recordId),
    isAnotherSeen: ({ context }, { recordId }: CoreRejected) =>
      saysRejected(context, recordId) && context.coreRejected?.recordId !== recordId,
    isMissedEnd: ({ context }, ended: TaskEnded) =>
      isUnwatched(context, ended) && !isOnPage(context, ended),
    isUnwatched: ({ context }, ended: TaskEnded) => isUnwatched(context, ended),
    isTraversed: (_, { move }: { move: Move }) => move === 'traversed',
    isOffline: (_, { failure }: Failed) => failure.reason === 'offline',
    isPageOf: ({ context }, { id }: { id: ChildId }) => childOf(id).page === context.coming.name,
    isSamePage: ({ context: { coming, shown } }) =>
      coming.name === shown.name && isSamePlace(coming.path, shown.path),
    isAnotherVisitor: ({ context: { visitor } }, changed: UserChanged) =>
      visitor !== null && visitor !== visitorOf(changed),
    isFirstCrash: ({ context }, { id }: { id: ChildId }) => context.crashes[id] === undefined,
  },
  actions: {
    setLocation: assign(({ context }, { path, move }: LocationChanged) => ({
      path,
      coming: nextVisit(context.coming, path, move),
    })),
    show: assign(({ context }) => ({ shown: context.coming })),
    setLanguage: assign((_, { locale, messages }: Spoken) => ({ locale, messages })),
    setUser: assign((_, changed: UserChanged) => ({
      user: changed.user,
      visitor: visitorOf(changed),
    })),
    setSetup: assign((_, { setup: loaded }: { setup: Setup }) => ({ setup: loaded })),
    setDestination: assign(({ context }, { to, replace }: Destination) => ({
      destination: { to: localisePath(to, context.locale), replace: replace ?? false },
    })),
    raiseCoreFlag: assign((_, { recordId }: CoreRejected) => ({ coreRejected: { recordId } })),
    setSeenEnd: assign((_, { recordId }: TaskEnded) => ({ seenEnd: recordId })),
    dropCoreFlag: assign({ coreRejected: null }),
    tellPrepared: raise({ type: 'page.prepared' }),
    tellUnprepared: raise({ type: 'page.failed' }),
    tellViewed: emit(({ context }) => ({ type: 'page.viewed', page: context.shown.name })),
    tellLanguage: emit((_, { locale }: Spoken) => ({ type: 'language.changed', locale })),
    reload: sendTo(chart('document'), ({ context }) => ({
      type: 'document.requested',
      path: context.path,
    })),
    loadDestination: sendTo(chart('document'), ({ context }) => ({
      type: 'document.requested',
      path: context.destination.to,
    })),
    tellLeft: sendTo(chart('freshness'), { type: 'document.left' }),
    goHome: raise({ type: 'navigation.requested', to: '/' }),
    goToResult: raise((_, { recordId }: TaskEnded) => ({
      type: 'navigation.requested' as const,
      to: recordId === null ? '/record' : resultPath(recordId),
    })),
    rejectCall: raise((_, rejection: Rejection) => ({
      type: 'call.rejected' as const,
      ...rejection,
    })),
    clearSession: sendTo(chart('session'), { type: 'session.cleared' }),
    /** Closes the overlay, because it would cover the dialog or page that the root opens. */
    leaveOverlay: sendTo(chart('overlay'), { type: 'overlay.left' }),
    closeDialogs: sendTo(chart('dialogs'), (_, { but }: { but: string | null }) => ({
      type: 'dialogs.cancelled',
      but,
    })),
    tellPictureLost: sendTo(chart('ownPicture'), (_, { fileKey }: PictureRefusal) => ({
      type: 'picture.lost',
      fileKey: fileKey ?? null,
    })),
    openSignIn: sendTo(chart('dialogs'), signInRequest({ link: null, hasEnded: true })),
    openCreditsNotEnough: sendTo(chart('dialogs'), creditsNotEnough),
    withdrawDialogs: sendTo(chart('dialogs'), (_, { requester }: { requester: ChildId }) => ({
      type: 'dialog.withdrawn',
      requester: requester as DialogRequester,
    })),
    toastMessage: sendTo(
      chart('toast'),
      (_, { failure }: Failed): ToastRequest => ({
        type: 'toast.requested',
        kind: 'error',
        message: {
          text: failure.msg ?? null,
          code: failure.code ?? null,
          ...(failure.errorId && { errorId: failure.errorId }),
        },
      }),
    ),
    toastFallback: sendTo(
      chart('toast'),
      (_, { fallback }: Rejection): ToastRequest => ({
        type: 'toast.requested',
        kind: 'error',
        message: { id: fallback ?? 'failure.unexpected' },
      }),
    ),
    toastEnd: sendTo(
      chart('toast'),
      (_, { end, recordId }: TaskEnded): ToastRequest => ({
        type: 'toast.requested',
        kind: end === 'succeeded' ? 'success' : 'warning',
        message: { id: `toast.task.${end}` },
        to: end === 'succeeded' && recordId !== null ? resultPath(recordId) : null,
      }),
    ),
    emitError: emit((_, { failure }: Failed) => ({
      type: 'error.shown',
      call: failure.call ?? null,
      code: failure.code ?? failure.reason,
    })),
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
          ...(failure.errorId && { errorId: failure.errorId }),
        },
      }),
    ),
    noteCrash: assign(({ context }, { id }: { id: ChildId }) => ({
      crashes: { ...context.crashes, [id]: (context.crashes[id] ?? 0) + 1 },
    })),
    emitCrash: emit((_, { id }: { id: ChildId }) => ({
      type: 'error.shown',
      call: null,
      code: `crashed.${id}`,
    })),
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
    ...childrenActions,
  },
});
