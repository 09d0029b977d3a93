import type { KeptPhoto } from '../../../machines/model/kept-photo.ts';
import type { RunOutcome } from '../../../machines/run/run.types.ts';
import { endOf } from '../../../machines/runs/runs.ends.ts';
import { studioDescriptor } from '../../../machines/studio/spec/studio.descriptor.ts';
import { runOf } from '../../../machines/studio/studio.choice.ts';
import { heldId, photoIn } from '../../../machines/studio/studio.held.ts';
import type { StudioContext } from '../../../machines/studio/studio.types.ts';
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

const doneRecord = recordOf('r1', 2);

/*
 * Steps of the studio that the page, its visitor, this device and the server can really cause, by
 * state.
 */

const kept = (id: string, changes: Partial<KeptPhoto>): KeptPhoto => ({
  ...keptPhoto,
  id,
  ...changes,
});
const sending = { step: 'sending', idempotencyKey: request.idempotencyKey } as const;
/** id of the photo whose start an earlier page may have sent */
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

/**
 * The possible ends depend on how the run began: with a record, a start that may have been sent, or
 * a photo.
 */
const outcomesOf = (photoId: string | null): Record<string, RunOutcome> => {
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
    'it was stopped before its start': { kind: 'cancelled' },
    'the day is used up': { kind: 'limited' },
    'it failed': { kind: 'failed', failure: refused('unknown_function') },
    'the core refused it': { kind: 'ended', record: coreRejected },
  };
};

const oversOf = (context: StudioContext) =>
  Object.fromEntries(
    Object.entries(outcomesOf(photoIn(context)?.id ?? null)).map(([says, outcome]) => {
      const asked = 'request' in outcome ? outcome.request : null;
      const again = asked && { from: 'request' as const, request: asked, wish: null };
      return [says, { outcome, again, isOnServer: outcome.kind === 'ended' }];
    }),
  );

const { actors, people, charts } = studioDescriptor as unknown as ChartDescriptor & {
  actors: Record<string, object>;
  charts: Record<string, object>;
};

/** Charts do not crash in these walks. */
const { 'runs.crashed': _, ...beside } = charts;

const canRetry = (context: StudioContext): boolean => {
  const { over, held } = context;
  // without an ended run, a retry is possible only until the photo has been inspected
  if (!over) return held.kind === 'source' || held.kind === 'kept';
  return endOf(over.outcome) !== 'succeeded' && (over.again ?? photoIn(context)) !== null;
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
  },
  charts: {
    ...beside,
    'setup.loaded': ({ setup }: StudioContext) => (setup ? {} : { '': { setup: offer } }),
    'run.over': oversOf,
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
  },
  reads: (context: StudioContext) => [
    studioDescriptor.reads(context),
    heldId(context),
    context.options['face-blur']?.kind,
  ],
  bounds: { ...studioDescriptor.bounds, situations: 6000 },
} as unknown as ChartDescriptor;

/** Returns true if no run of this page is in progress. */
const isAlone = ({ given, over }: StudioContext): boolean => given.length === 0 || over !== null;

/**
 * Events that are possible only in some states. All other events are possible wherever the chart
 * accepts them.
 */
const offered: Readonly<Record<string, (at: string, context: StudioContext) => boolean>> = {
  'run.over': (at) => at === 'working',
  // the walk of the chart `run` tests a lost connection during a run
  'connection.restored': (_, context) => isAlone(context),
  // the session reports early, and the studio handles it in the same way in every state
  'user.changed': (at) => at.startsWith('resuming'),
};

export const canHappen: Allows = (step, { snapshot }) => {
  if (step.kind === 'time') {
    const context = snapshot.context as StudioContext;
    // No time passes during a run, because a run would cause further steps. No time passes in the
    // state `resumed` without the setup, because a call would time out after half a minute.
    const isLong = snapshot.matches({ chosen: 'resumed' });
    return isAlone(context) && !(isLong && context.setup === null);
  }
  if (step.kind !== 'event') return true;
  const leaves = snapshot._nodes.filter(({ type }) => type === 'atomic').map(({ id }) => id);
  const at = (leaves[0] ?? '').replace('studio.', '');
  const { type, source } = step.event;
  // samples are offered beside the drop area, so a sample can be chosen only without a photo
  if (source?.kind === 'sample' && !/^(choosing|resuming)/.test(at)) return false;
  return offered[type]?.(at, snapshot.context as StudioContext) ?? true;
};
