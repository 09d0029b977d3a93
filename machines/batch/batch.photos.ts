import { mostPhotos, type Photo, type PhotoFile } from '../model/photo.ts';
import { phaseOf } from '../model/task-record.ts';
import type { RunOutcome } from '../run/run.types.ts';
import type {
  BatchContext,
  BatchPhoto,
  BatchStep,
  ChosenFile,
  LeftOut,
  LeftOutReason,
} from './batch.types.ts';

/** Largest number of runs at once, which is also the server's limit of tasks per owner. */
export const mostRuns = 3;

type Photos = readonly BatchPhoto[];
type WithPhotos = Pick<BatchContext, 'photos'>;
type WithLeftOut = Pick<BatchContext, 'photos' | 'leftOut'>;

export type StepKind = BatchStep['kind'];
type StepOf<Kind extends StepKind> = Extract<BatchStep, { kind: Kind }>;
type PhotoAt<Kind extends StepKind> = BatchPhoto & { step: StepOf<Kind> };

const isAt =
  <Kind extends StepKind>(kind: Kind) =>
  (photo: BatchPhoto): photo is PhotoAt<Kind> =>
    photo.step.kind === kind;

export const photosAt = <Kind extends StepKind>(
  { photos }: WithPhotos,
  kind: Kind,
): readonly PhotoAt<Kind>[] => photos.filter(isAt(kind));

const leftOutOf = (files: readonly { file: PhotoFile }[], reason: LeftOutReason): LeftOut[] =>
  files.map(({ file: { name } }) => ({ name, reason }));

/** Adds files up to the limit. Lists the files beyond the limit as left out. */
export const withFiles = ({ photos }: WithPhotos, files: readonly ChosenFile[]): WithLeftOut => {
  const room = mostPhotos - photos.length;
  const taken = files
    .slice(0, room)
    .map((file) => ({ ...file, step: { kind: 'arrived' as const } }));
  return { photos: [...photos, ...taken], leftOut: leftOutOf(files.slice(room), 'tooMany') };
};

/** Lists files as left out that were chosen while the batch still needs its photos. */
export const namedLeftOut = (
  files: readonly ChosenFile[],
  reason: 'busy' | 'retryable',
): readonly LeftOut[] => leftOutOf(files, reason);

/** Returns the photo to inspect next, or null if all photos are inspected. */
export const nextToInspect = (context: WithPhotos): BatchPhoto | null =>
  photosAt(context, 'arrived')[0] ?? null;

/**
 * Returns the inspected photos that may have the same content as the next photo, because their
 * files have the same number of bytes.
 */
export const possibleTwins = (context: WithPhotos): readonly PhotoFile[] => {
  const next = nextToInspect(context);
  return context.photos
    .filter(({ id, step, file }) => {
      const isOther = id !== next?.id && step.kind !== 'arrived';
      return isOther && file.size === next?.file.size;
    })
    .map(({ file }) => file);
};

export const withStep = (photos: Photos, wanted: string, step: BatchStep): Photos =>
  photos.map((photo) => (photo.id === wanted ? { ...photo, step } : photo));

/** Removes the next photo to inspect, and lists its file as left out with the reason. */
export const withoutNext = (
  { photos, leftOut }: WithLeftOut,
  reason: LeftOutReason,
): WithLeftOut => {
  const next = nextToInspect({ photos });
  if (!next) return { photos, leftOut };
  return {
    photos: photos.filter(({ id }) => id !== next.id),
    leftOut: [...leftOut, ...leftOutOf([next], reason)],
  };
};

export const withInspected = (context: WithPhotos, photo: Photo): Photos => {
  const next = nextToInspect(context);
  return next ? withStep(context.photos, next.id, { kind: 'ready', photo }) : context.photos;
};

/**
 * Returns the photo that the studio shows for the whole batch, or null if no photo has been
 * inspected.
 */
export const exampleOf = (context: WithPhotos): PhotoAt<'ready'> | null =>
  photosAt(context, 'ready')[0] ?? null;

export const sourceOf = ({ file, id, isShared }: ChosenFile) => ({
  kind: 'file' as const,
  file,
  id,
  ...(isShared && { isShared }),
});

const isSucceeded = (outcome: RunOutcome): boolean =>
  outcome.kind === 'ended' && phaseOf(outcome.record) === 'succeeded';

/** Returns the photos without a result, whose copies on this device may still exist. */
export const unfinishedIds = (context: WithPhotos): readonly string[] =>
  photosAt(context, 'ended')
    .filter(({ step }) => !isSucceeded(step.outcome))
    .map(({ id }) => id);

/** Changes the outcome of the photo with this record. */
const withOutcomeOf = (photos: Photos, recordId: string | null, outcome: RunOutcome): Photos =>
  photos.map((photo) => {
    const { step } = photo;
    const isMeant =
      step.kind === 'ended' && step.outcome.kind === 'ended' && step.outcome.record.id === recordId;
    return isMeant ? { ...photo, step: { ...step, outcome } } : photo;
  });

/** Records that the result of a photo was deleted. */
export const withoutResult = (photos: Photos, recordId: string | null): Photos =>
  withOutcomeOf(photos, recordId, { kind: 'gone' });

/** Returns the ids of the records with results, in the order of the photos. */
export const resultIds = (context: WithPhotos): readonly string[] =>
  photosAt(context, 'ended').flatMap(({ step: { outcome } }) =>
    outcome.kind === 'ended' && outcome.record.result ? [outcome.record.id] : [],
  );
