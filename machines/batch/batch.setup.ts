import { assign, enqueueActions, sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { Setup } from '../model/functions.ts';
import type { Photo } from '../model/photo.ts';
import { purseOf, purseTotal } from '../model/purse.ts';
import type { StakeTag } from '../model/stake.ts';
import { problemOf } from '../model/start-obstacle.ts';
import { withoutRecord } from '../model/task-record.ts';
import { isLoggedIn, type UserInfo } from '../model/user.ts';
import { ports } from '../port-actors.ts';
import type { KeptPhotosPort } from '../ports/kept-photos.port.ts';
import type { PhotoPort } from '../ports/photo.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { isCrowded, isPictureLost } from '../runs/runs.ends.ts';
import type { PhotoSettled } from '../runs/runs.types.ts';
import {
  hasRetryable,
  lackIn,
  moved,
  nextToStart,
  putBack,
  remaining,
  retried,
  settled,
  settledLost,
  started,
  withoutWaiting,
} from './batch.line.ts';
import {
  exampleOf,
  namedLeftOut,
  nextToInspect,
  photosAt,
  possibleTwins,
  resultIds,
  sourceOf,
  unfinishedIds,
  withFiles,
  withInspected,
  withoutNext,
  withoutResult,
} from './batch.photos.ts';
import { isWithoutPicture, withArrived, withLost, withoutPicture } from './batch.pictures.ts';
import type {
  BatchContext,
  BatchEvent,
  BatchSettings,
  ChosenFile,
  Lack,
  LeftOutReason,
} from './batch.types.ts';

type Failed = { failure: PortFailure };
type Files = { files: readonly ChosenFile[] };
type WithId = { id: string };
type WithKey = { fileKey: string | null };
type Settings = { photoId: string } & BatchSettings;
type Settled = Omit<PhotoSettled, 'type'>;
type WithUser = { user: UserInfo | null };

export const batchSetup = setupChart({
  types: {
    context: {} as BatchContext,
    events: {} as BatchEvent,
    meta: {} as StateMeta,
    tags: {} as StakeTag,
  },
  actors: {
    ...ports({
      calls: ['inspectPhoto', 'findTwin'],
      said: { inspectPhoto: withoutRecord },
    }).of<PhotoPort>(),
    ...ports({ streams: ['guardLeaving'] }).of<KeptPhotosPort>(),
  },
  guards: {
    isSingle: (_, { files }: Files) => files.length === 1,
    isSeveral: (_, { files }: Files) => files.length > 1,
    hasArrived: ({ context }) => nextToInspect(context) !== null,
    mayBeTwin: ({ context }) => possibleTwins(context).length > 0,
    isTwin: (_, { isTwin }: { isTwin: boolean }) => isTwin,
    hasProblem: ({ context }, { photo }: { photo: Photo }) =>
      problemOf(photo, context.setup) !== null,
    isOffline: (_, { failure }: Failed) => failure.reason === 'offline',
    /**
     * true if fewer than two photos remain; the studio then shows the remaining photo without a
     * batch
     */
    isAlone: ({ context }) => context.photos.length < 2,
    /** true if the settings belong to a photo that is not in the batch */
    isOfAnother: ({ context }, { photoId }: Settings) => {
      const example = exampleOf(context);
      return example !== null && photoId !== example.id;
    },
    isExample: ({ context }, { id }: WithId) => exampleOf(context)?.id === id,
    isFirst: ({ context }) => exampleOf(context) === null,
    canStart: ({ context }) => photosAt({ photos: started(context) }, 'waiting').length > 0,
    isOver: ({ context }) => remaining(context) === 0,
    isShort: ({ context }) =>
      photosAt(context, 'waiting').length > 0 &&
      photosAt(context, 'working').length === 0 &&
      nextToStart(context) === null,
    isTurnedAway: (_, { outcome }: Settled) => lackIn(outcome) !== null,
    isCrowded: (_, { outcome }: Settled) => isCrowded(outcome),
    isPictureLost: (_, { outcome }: Settled) => isPictureLost(outcome),
    isWithoutPicture: ({ context }) => isWithoutPicture(context),
    isPictureAwaited: ({ context }, { fileKey }: WithKey) =>
      context.lack === 'picture' && fileKey !== null,
    /** true if the credits are now enough, or the visitor has signed in */
    canContinue: ({ context }, { user }: WithUser) => {
      const [before, now] = [context.purse, purseOf(user)];
      if (context.lack === 'visitor' && isLoggedIn(user)) return true;
      const isMore = before !== null && now !== null && purseTotal(now) > purseTotal(before);
      return isMore && nextToStart({ ...context, purse: now }) !== null;
    },
    canRetry: ({ context }, { id }: WithId) =>
      photosAt({ photos: retried(context.photos, id) }, 'waiting').some((photo) => photo.id === id),
    hasRetryable: ({ context }) => hasRetryable(context),
    hasResults: ({ context }) => resultIds(context).length > 0,
  },
  actions: {
    setSetup: assign((_, { setup: offer }: { setup: Setup }) => ({ setup: offer })),
    setPurse: assign((_, { user }: WithUser) => ({ purse: purseOf(user) })),
    setSettings: assign((_, { offered, options }: Settings) => ({
      settings: { offered, options },
    })),
    addFiles: assign(({ context }, { files }: Files) => withFiles(context, files)),
    nameBusy: assign((_, { files }: Files) => ({ leftOut: namedLeftOut(files, 'busy') })),
    nameRetryable: assign((_, { files }: Files) => ({
      leftOut: namedLeftOut(files, 'retryable'),
    })),
    nameEmpty: assign((_, { name }: { name: string }) => ({
      leftOut: [{ name, reason: 'emptyFolder' as const }],
    })),
    leaveOut: assign(({ context }, { reason }: { reason: LeftOutReason }) =>
      withoutNext(context, reason),
    ),
    leaveOutRefused: assign(({ context }, { photo }: { photo: Photo }) =>
      withoutNext(context, problemOf(photo, context.setup) ?? 'unreadable'),
    ),
    setPhoto: assign(({ context }, { photo }: { photo: Photo }) => ({
      photos: withInspected(context, photo),
    })),
    exclude: assign(({ context }, { id }: WithId) => ({
      photos: context.photos.filter((photo) => photo.id !== id),
    })),
    /** shows the first photo in the studio, so that the visitor can choose the settings */
    showExample: sendTo(chart('studio'), ({ context }) => {
      const example = exampleOf(context);
      return example
        ? { type: 'photo.chosen', source: sourceOf(example), isOneOfMany: true }
        : { type: 'photo.removed' };
    }),
    passFile: enqueueActions(({ enqueue }, { files: [chosen] }: Files) => {
      if (!chosen) return;
      enqueue.assign({ leftOut: [] });
      enqueue.sendTo(chart('studio'), { type: 'photo.chosen', source: sourceOf(chosen) });
    }),
    clearStudio: sendTo(chart('studio'), { type: 'photo.removed' }),
    /**
     * the runs use the photos from now on, so the studio must not restore the copies on this device
     */
    givePhotos: sendTo(chart('studio'), ({ context }) => ({
      type: 'photos.given',
      ids: photosAt(context, 'waiting').map(({ id }) => id),
    })),
    forget: assign({ photos: [], settings: null }),
    dropLeftOut: assign({ leftOut: [] }),
    releasePhotos: enqueueActions(({ context, enqueue }) => {
      for (const id of unfinishedIds(context))
        enqueue.sendTo(chart('keeper'), { type: 'photo.released', id });
    }),
    line: assign(({ context }) => ({ photos: started(context) })),
    /** starts runs up to the limit, or until the credits are not enough for the next photo */
    startNext: enqueueActions(({ context, enqueue }) => {
      let { photos } = context;
      for (;;) {
        const next = nextToStart({ ...context, photos });
        if (!next) break;
        const { input } = next.step;
        enqueue.sendTo(chart('runs'), { type: 'run.requested', input, as: 'batch' });
        photos = moved(photos, next);
      }
      enqueue.assign({ photos });
    }),
    settle: assign(({ context }, { photoId, outcome }: Settled) => ({
      photos: photoId === null ? context.photos : settled(context.photos, photoId, outcome),
    })),
    putBack: assign(({ context }, { photoId, request }: Settled) => ({
      photos: photoId === null ? context.photos : putBack(context.photos, photoId, request),
    })),
    settleLost: assign(({ context }) => ({ photos: settledLost(context) })),
    putBackLost: assign(({ context }, refused: Settled) => ({
      photos: withLost(context.photos, refused),
    })),
    dropPicture: assign(({ context }, { fileKey }: WithKey) => ({
      photos: withoutPicture(context.photos, fileKey),
    })),
    setPicture: assign(({ context }, { fileKey }: WithKey) => ({
      picture: fileKey,
      photos: withArrived(context.photos, fileKey),
    })),
    usePicture: assign(({ context }) => ({
      photos: withArrived(context.photos, context.picture),
    })),
    setLack: assign((_, { lack }: { lack: Lack }) => ({ lack })),
    setLackOf: assign((_, { outcome }: Settled) => ({ lack: lackIn(outcome) ?? 'credits' })),
    retry: assign(({ context }, { id }: WithId) => ({ photos: retried(context.photos, id) })),
    cancelPhoto: enqueueActions(({ context, enqueue }, { id }: WithId) => {
      enqueue.assign({ photos: withoutWaiting(context.photos, (one) => one === id) });
      enqueue.sendTo(chart('runs'), { type: 'photo.cancelled', photoId: id });
    }),
    cancelAll: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ photos: withoutWaiting(context.photos, () => true) });
      for (const { id } of photosAt(context, 'working'))
        enqueue.sendTo(chart('runs'), { type: 'photo.cancelled', photoId: id });
    }),
    cancelRuns: enqueueActions(({ context, enqueue }) => {
      for (const { id } of photosAt(context, 'working'))
        enqueue.sendTo(chart('runs'), { type: 'photo.cancelled', photoId: id });
    }),
    dropResult: assign(({ context }, { recordId }: { recordId: string | null }) => ({
      photos: withoutResult(context.photos, recordId),
    })),
    requestArchive: sendTo(chart('archive'), ({ context }) => ({
      type: 'archive.requested',
      ids: resultIds(context),
    })),
    reportFailure: sendRejected(),
  },
  delays: {
    /** pause in milliseconds before the code that inspects photos is loaded again */
    retryPause: 10_000,
    /**
     * pause in milliseconds before the next try after the server refused a start because of its
     * task limit
     */
    crowdedPause: 10_000,
  },
});
