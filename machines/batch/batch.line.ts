import { fitOfCode } from '../model/function-fit.ts';
import { defaultOptions } from '../model/function-options.ts';
import type { OptionValues } from '../model/functions.ts';
import type { StartRequest } from '../model/kept-photo.ts';
import { lacksPicture } from '../model/own-value.ts';
import { isAboutPhoto } from '../model/photo-option.ts';
import { purseTotal } from '../model/purse.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { RunInput, RunOutcome, Wish } from '../run/run.types.ts';
import { againOf } from '../runs/runs.cards.ts';
import { mostRuns, photosAt, withStep } from './batch.photos.ts';
import { isWithoutPicture } from './batch.pictures.ts';
import type { BatchContext, BatchPhoto, BatchSettings, BatchStep, Lack } from './batch.types.ts';

/* Decides which photos of a batch can be started, at which price, and in which order. */

type Waiting = Extract<BatchStep, { kind: 'waiting' }>;
type Working = Extract<BatchStep, { kind: 'working' }>;

/**
 * Returns the options that apply to all photos. An option about places in the first photo, such as
 * brush strokes, gets its default.
 */
const commonOptions = ({ offered, options }: BatchSettings): OptionValues => {
  const common = offered.options.filter((option) => !isAboutPhoto(option));
  const chosen = common.flatMap(({ name }) => {
    const value = options[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...defaultOptions(offered), ...Object.fromEntries(chosen) };
};

/**
 * Returns the price of a photo, or the obstacle. Missing credits are checked for the batch as a
 * whole.
 */
export const fitOfPhoto = (
  { setup, settings }: Pick<BatchContext, 'setup' | 'settings'>,
  { step }: BatchPhoto,
) => {
  if (!setup || !settings || !('photo' in step)) return null;
  const { code } = settings.offered;
  const options = { [code]: commonOptions(settings) };
  return fitOfCode({ setup, photo: step.photo, options, purse: null }, code);
};

/**
 * True if the function needs a painted area in each photo, and can therefore not process a batch.
 */
export const needsPainting = ({ offered }: BatchSettings): boolean =>
  offered.options.some((option) => option.kind === 'strokes' && option.required);

/** True if no photo can be started with these settings. */
const lacksInput = (settings: BatchSettings): boolean =>
  needsPainting(settings) || lacksPicture(settings.offered, settings.options);

const startedStep = (context: BatchContext, photo: BatchPhoto): BatchStep => {
  const { settings } = context;
  const { step } = photo;
  const fit = fitOfPhoto(context, photo);
  if (step.kind !== 'ready' || !settings || !fit || lacksInput(settings)) return step;
  if (fit.kind === 'blocked') {
    const { kind: _, ...obstacle } = fit;
    return 'price' in obstacle ? step : { kind: 'unfit', photo: step.photo, obstacle };
  }
  const wish = { photo: step.photo, offered: settings.offered, options: commonOptions(settings) };
  return { kind: 'waiting', wish, input: { from: 'photo', wish } };
};

/** Queues all photos that the function can process. */
export const started = (context: BatchContext): readonly BatchPhoto[] =>
  context.photos.map((photo) => ({ ...photo, step: startedStep(context, photo) }));

const priceOfWish = ({ setup }: Pick<BatchContext, 'setup'>, wish: Wish): number => {
  const { photo, offered } = wish;
  const options = { [offered.code]: wish.options };
  const fit = setup && fitOfCode({ setup, photo, options, purse: null }, offered.code);
  return fit?.kind === 'ready' ? fit.price.credits : 0;
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Returns the price of the photos that are still queued. */
export const priceOfWaiting = (context: BatchContext): number =>
  sum(photosAt(context, 'waiting').map(({ step }) => priceOfWish(context, step.wish)));

/**
 * True if the credits are enough for the next photo. The server may not have taken the credits of
 * running photos yet, so the prices of these photos are subtracted first.
 */
const isAffordable = (context: BatchContext, { wish }: Waiting): boolean => {
  const { purse } = context;
  const working = photosAt(context, 'working').map(({ step }) => priceOfWish(context, step.wish));
  return !purse || priceOfWish(context, wish) <= purseTotal(purse) - sum(working);
};

/** Returns the next photo to start, or null if no photo can be started now. */
export const nextToStart = (context: BatchContext): (BatchPhoto & { step: Waiting }) | null => {
  const next = photosAt(context, 'waiting')[0] ?? null;
  if (!next) return null;
  const isFull = photosAt(context, 'working').length >= mostRuns;
  const canStart = !isFull && !isWithoutPicture(context) && isAffordable(context, next.step);
  return canStart ? next : null;
};

const wishOf = (step: BatchStep): Wish | null => ('wish' in step ? step.wish : null);

/** Moves a photo from the queue to its run. */
export const moved = (
  photos: readonly BatchPhoto[],
  { id, step }: BatchPhoto & { step: Waiting },
) => withStep(photos, id, { ...step, kind: 'working' });

/** True if the photo was not uploaded again, and the server no longer has the earlier upload. */
const lacksUpload = (step: BatchStep, outcome: RunOutcome): boolean =>
  step.kind === 'working' &&
  step.input.from === 'arrival' &&
  outcome.kind === 'failed' &&
  outcome.failure.code === 'upload_not_found';

const settledStep = (step: BatchStep, outcome: RunOutcome): BatchStep => {
  const wish = wishOf(step);
  if (!wish) return step;
  return lacksUpload(step, outcome)
    ? { kind: 'waiting', wish, input: { from: 'photo', wish } }
    : { kind: 'ended', wish, outcome };
};

export const settled = (
  photos: readonly BatchPhoto[],
  id: string,
  outcome: RunOutcome,
): readonly BatchPhoto[] =>
  photos.map((photo) =>
    photo.id === id ? { ...photo, step: settledStep(photo.step, outcome) } : photo,
  );

/** Returns the input for the same start, with the same upload and key if the photo is uploaded. */
const inputAgain = ({ input, wish }: Working, request: StartRequest | null): RunInput =>
  input.from === 'request' || !request
    ? input
    : { from: 'arrival', request: { ...request, options: wish.options }, wish };

/**
 * Returns a photo to the queue, because the server cannot accept it now. `request` is the refused
 * start request, or null if the upload was refused.
 */
export const putBack = (
  photos: readonly BatchPhoto[],
  id: string,
  request: StartRequest | null,
): readonly BatchPhoto[] =>
  photos.map((photo) => {
    const { step } = photo;
    if (photo.id !== id || step.kind !== 'working') return photo;
    return { ...photo, step: { ...step, kind: 'waiting', input: inputAgain(step, request) } };
  });

/**
 * Returns the input that starts an ended photo again, or null if the photo has a result or must not
 * be started again.
 */
export const againOfPhoto = ({ step }: BatchPhoto) => {
  if (step.kind !== 'ended' || step.outcome.kind === 'gone') return null;
  const { wish, outcome } = step;
  if (outcome.kind === 'cancelled') return { from: 'photo' as const, wish };
  return againOf({ wish, outcome });
};

/** True if a photo has failed and can be started again. */
export const hasRetryable = ({ photos }: Pick<BatchContext, 'photos'>): boolean =>
  photos.some((photo) => {
    const { step } = photo;
    const isCancelled = step.kind === 'ended' && step.outcome.kind === 'cancelled';
    return !isCancelled && againOfPhoto(photo) !== null;
  });

/** Puts an ended photo into the queue again. */
export const retried = (photos: readonly BatchPhoto[], id: string): readonly BatchPhoto[] =>
  photos.map((photo) => {
    const input = photo.id === id ? againOfPhoto(photo) : null;
    const wish = wishOf(photo.step);
    return input && wish ? { ...photo, step: { kind: 'waiting', wish, input } } : photo;
  });

/**
 * Returns the outcome of a queued photo that is cancelled. If an earlier start may have created a
 * task, its start request is kept, so that another press repeats the same start.
 */
const outcomeOfCancel = ({ input }: Waiting): RunOutcome =>
  input.from === 'request'
    ? {
        kind: 'unsure',
        failure: { reason: 'cancelled', msg: 'Cancelled before the start was repeated' },
        request: input.request,
      }
    : { kind: 'cancelled' };

/** Cancels queued photos. */
export const withoutWaiting = (
  photos: readonly BatchPhoto[],
  isUnwanted: (id: string) => boolean,
): readonly BatchPhoto[] =>
  photos.map((photo) =>
    photo.step.kind === 'waiting' && isUnwanted(photo.id)
      ? {
          ...photo,
          step: { kind: 'ended', wish: photo.step.wish, outcome: outcomeOfCancel(photo.step) },
        }
      : photo,
  );

export const remaining = (context: Pick<BatchContext, 'photos'>): number =>
  photosAt(context, 'waiting').length + photosAt(context, 'working').length;

/** Settles the working photos after a crash of `runs`: the outcome of their tasks is unknown. */
export const settledLost = (context: Pick<BatchContext, 'photos'>): readonly BatchPhoto[] => {
  const failure: PortFailure = { reason: 'unexpected', msg: 'The runs have crashed' };
  const outcome: RunOutcome = { kind: 'unsure', failure, request: null };
  const lost = photosAt(context, 'working');
  return lost.reduce((all, { id }) => settled(all, id, outcome), context.photos);
};

/** Returns what the waiting photos lack after this outcome, or null if the batch can continue. */
export const lackIn = (outcome: RunOutcome): Lack | null => {
  if (outcome.kind === 'limited') return 'credits';
  if (outcome.kind !== 'turnedAway') return null;
  return outcome.failure.code === '51009' ? 'credits' : 'visitor';
};
