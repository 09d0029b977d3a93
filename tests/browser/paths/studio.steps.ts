import type { KeptPhoto } from '../../../machines/model/kept-photo.ts';
import { isStalled } from '../../../machines/model/overlay-stage.ts';
import type { RunOutcome } from '../../../machines/run/run.types.ts';
import { studioDescriptor } from '../../../machines/studio/spec/studio.descriptor.ts';
import { requestAgain, runOf } from '../../../machines/studio/studio.choice.ts';
import { endOf } from '../../../machines/studio/studio.ends.ts';
import { heldId, photoIn } from '../../../machines/studio/studio.held.ts';
import { attemptsBeside, runInHand } from '../../../machines/studio/studio.runs.ts';
import type { RunCard, StudioContext } from '../../../machines/studio/studio.types.ts';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import {
  coreRejected,
  keptPhoto,
  measuredRecord,
  offer,
  offline,
  ownPhoto,
  photo,
  recordOf,
  refused,
  startRequest as request,
  samplePhoto,
} from '../../../machines/testing/samples.ts';
import type { Allows } from '../../../workshop/paths/explore.ts';
import { eachWay } from './question.ts';

const doneRecord = recordOf('r1', 2);

/* Steps that the page, its visitor, this device and the server can really cause for the studio,
   and where. */

const kept = (id: string, changes: Partial<KeptPhoto>): KeptPhoto => ({
  ...keptPhoto,
  id,
  ...changes,
});
const sending = { step: 'sending', idempotencyKey: request.idempotencyKey } as const;
/** the photo of a start that an earlier page may have sent */
const askedId = 'photo-asked';

const keptPhotos = {
  nothing: null,
  'a photo': kept('photo-kept', {}),
  'one on its way': kept('photo-key', { run: sending }),
  'one for a function that is gone': kept('photo-gone', {
    run: sending,
    functionCode: 'nothing',
  }),
  'one that may have started': kept(askedId, {
    run: { step: 'asked', request: { ...request, photoId: askedId } },
  }),
};

const samplesIf = (can: boolean) => (can ? { '': undefined } : {});

const isInReach = (card: RunCard | null): card is RunCard => card !== null && card.outcome === null;

/** Ends that depend on the run's beginning: a record, a start that may have been sent, or a photo. */
const endsOf = ({ photoId }: RunCard, isInHand: boolean): Record<string, RunOutcome> => {
  if (photoId === null) {
    return {
      'it is done': { kind: 'ended', record: doneRecord },
      'the core refused it': { kind: 'ended', record: coreRejected },
      'it failed at the server': { kind: 'ended', record: recordOf('r1', 4) },
      'it was cancelled': { kind: 'ended', record: recordOf('r1', 5) },
      'it is gone': { kind: 'gone' },
    };
  }
  const started = request.photoId === photoId ? request : { ...request, photoId };
  const doubts: Record<string, RunOutcome> = {
    'it is done': { kind: 'ended', record: doneRecord },
    'it did not start': { kind: 'notStarted', failure: offline, request: started },
    'unknown whether it started': { kind: 'unsure', failure: offline, request: started },
  };
  if (photoId === askedId) return doubts;
  return {
    ...doubts,
    // stopping one beside has its own walk
    ...(isInHand ? { 'it was stopped before its start': { kind: 'cancelled' } } : {}),
    'the day is used up': { kind: 'limited' },
    'it failed': { kind: 'failed', failure: refused('unknown_function') },
    'the core refused it': { kind: 'ended', record: coreRejected },
  };
};

const newsOf = (card: RunCard) => {
  const { id, photoId, view, isDelayed } = card;
  // the run's walk covers what the network does to uploads
  if (photoId !== null || isStalled(view.stage)) return {};
  const waiting = { ...view, stage: 'waiting' as const, remainingMs: null };
  const running = { stage: 'running' as const, record: measuredRecord };
  return {
    'it waits': { type: 'run.moved', id, view: waiting },
    'it runs': { type: 'run.moved', id, view: { ...view, ...running } },
    ...(isDelayed ? {} : { 'it is late': { type: 'run.delayed', id, isDelayed: true } }),
  };
};

const firstRun = {
  sends: ({ runs, inHand }: StudioContext) => {
    const card = runs.find(({ id }) => id === 'run.1') ?? null;
    if (!isInReach(card)) return {};
    const { id } = card;
    const ends = Object.entries(endsOf(card, inHand === id)).map(([says, outcome]) => [
      says,
      { type: 'run.ended', id, outcome },
    ]);
    return { ...newsOf(card), ...Object.fromEntries(ends) };
  },
  error: { 'a fault': new Error('a fault') },
};

const { actors, people, charts } = studioDescriptor as unknown as ChartDescriptor & {
  actors: Record<string, object>;
  charts: Record<string, object>;
};

/** The studio receives the visitor's overlay actions from the overlay. */
const { 'overlay.left': _, 'overlay.returned': __, ...beside } = charts;

const canRetry = (context: StudioContext): boolean => {
  const card = runInHand(context);
  // accepted only if the photo could not be checked
  if (!card) return context.held.kind === 'source' || context.held.kind === 'kept';
  if (!card.outcome) return isStalled(card.view.stage);
  const isShown = endOf(card.outcome) !== 'succeeded';
  return isShown && (requestAgain(context) ?? photoIn(context)) !== null;
};

/** An run on the server: the ends of the others include their cancellation. */
const canCancel = (context: StudioContext): boolean => {
  const card = runInHand(context);
  return isInReach(card) && card.photoId === null && !isStalled(card.view.stage);
};

/** An run beside that runs on the server and can be cancelled, or retried at once. */
const besideOnServer = (context: StudioContext, isWaiting: boolean) => {
  const card = attemptsBeside(context).find((one) => isInReach(one) && one.photoId === null);
  return card && isStalled(card.view.stage) === isWaiting ? { '': { id: card.id } } : {};
};

export const studioInBrowser = {
  ...studioDescriptor,
  people: {
    ...people,
    'photo.chosen': { 'a file': { source: ownPhoto }, 'a sample': { source: samplePhoto } },
    'function.selected': ({ setup, functionCode }: StudioContext) =>
      setup && functionCode !== 'face-blur' ? { 'face blur': { code: 'face-blur' } } : {},
    'option.changed': ({ setup, functionCode, options }: StudioContext) => {
      if (!setup || functionCode !== 'face-blur') return {};
      const isCoarse = options['face-blur']?.kind === 'pixels';
      return { 'of face blur': { name: 'kind', value: isCoarse ? 'blur' : 'pixels' } };
    },
    'start.pressed': (context: StudioContext) => samplesIf(runOf(context) !== null),
    'retry.pressed': (context: StudioContext) => samplesIf(canRetry(context)),
    'cancel.pressed': (context: StudioContext) => samplesIf(canCancel(context)),
    'card.cancelled': (context: StudioContext) => besideOnServer(context, false),
    'card.hurried': (context: StudioContext) => besideOnServer(context, true),
    'overlay.left': eachWay('', {}),
    'overlay.returned': {},
  },
  charts: {
    ...beside,
    'setup.loaded': ({ setup }: StudioContext) => (setup ? {} : { '': { setup: offer } }),
    'start.resumed': (context: StudioContext) => {
      const photoId = heldId(context);
      return context.resumed === null && photoId !== null ? { '': { photoId } } : {};
    },
  },
  actors: {
    ...actors,
    takeKeptPhoto: { ...actors.takeKeptPhoto, done: keptPhotos },
    findRunningTask: {
      ...actors.findRunningTask,
      done: { nothing: null, 'one that runs': measuredRecord },
    },
    inspectPhoto: {
      ...actors.inspectPhoto,
      done: (context: StudioContext) => ({
        'a good photo': { ...photo, id: heldId(context) ?? photo.id },
        'not an image': { ...photo, problem: 'notAnImage' },
      }),
    },
    'run.1': firstRun,
  },
  reads: (context: StudioContext) => [
    studioDescriptor.reads(context),
    heldId(context),
    context.options['face-blur']?.kind,
    context.runs.map(({ photoId, view, isDelayed }) => [photoId, isStalled(view.stage), isDelayed]),
  ],
  bounds: { ...studioDescriptor.bounds, situations: 6000 },
} as unknown as ChartDescriptor;

const isAlone = ({ runs }: StudioContext): boolean => runs.every(({ outcome }) => outcome !== null);

/**
 * Events that are offered only in some states; all others are offered wherever they are accepted.
 */
const offered: Readonly<Record<string, (at: string, context: StudioContext) => boolean>> = {
  // the open overlay covers everything
  'photo.chosen': (at) => at !== 'working.watched',
  'photo.removed': (at) => at !== 'working.watched',
  // with work under way more would happen: the run's walk covers that
  'connection.lost': (_, context) => isAlone(context),
  'connection.restored': (_, context) => isAlone(context),
  // the session reports early, and the studio's state does not matter to it
  'user.changed': (at) => at.startsWith('resuming'),
};

export const canHappen: Allows = (step, { snapshot }) => {
  if (step.kind === 'time') {
    const context = snapshot.context as StudioContext;
    // with work under way more would happen; in half a minute a call without an answer times out
    const isLong = snapshot.matches({ chosen: 'resumed' });
    return isAlone(context) && !(isLong && context.setup === null);
  }
  if (step.kind !== 'event') return true;
  const leaves = snapshot._nodes.filter(({ type }) => type === 'atomic').map(({ id }) => id);
  const at = (leaves.find((id) => !id.includes('.notice.')) ?? '').replace('studio.', '');
  const { type, source } = step.event;
  // samples are offered beside the drop area, while there is no photo
  if (source?.kind === 'sample' && !/^(choosing|resuming)/.test(at)) return false;
  return offered[type]?.(at, snapshot.context as StudioContext) ?? true;
};
