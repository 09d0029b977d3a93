import type { PhotoSource } from '../../../machines/model/photo.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import {
  coreRejected,
  measuredRecord,
  offline,
  ownPhoto,
  photo,
  prepared,
  recordOf,
  refused,
  rejecting,
  samplePhoto,
} from '../../../machines/testing/samples.ts';
import { trayDescriptor } from '../../../machines/tray/tray.descriptor.ts';
import type { Allows } from '../../../tools/paths/explore.ts';
import type { Expectation } from '../../../tools/paths/path.ts';
import type { Step } from '../../../tools/paths/step.ts';
import { shownRecord, wireOffer } from './scene.ts';

/* What the page, its visitor and the server can really do to the tray chart, and where. */

type TrayContext = {
  setup: unknown;
  source: PhotoSource | null;
  photo: unknown;
  functionCode: string | null;
  record: TaskRecord | null;
  watching: boolean;
};

type Samples = Record<string, Record<string, unknown>>;

const actors = trayDescriptor.actors as unknown as Record<string, Samples>;

const [usual] = wireOffer.functions;
if (!usual) throw new Error('The offer of the samples is empty');
const { limits } = usual;

/** A worker must make the photo smaller for the second; no browser writes what the third takes. */
export const trayOffer = {
  ...wireOffer,
  functions: [
    usual,
    { ...usual, code: 'denoise', type: 22, limits: { ...limits, maxPixels: 10_000 } },
    { ...usual, code: 'enhance', type: 21, limits: { ...limits, formats: ['tiff'] } },
  ],
};

/* The words by which steps are told apart. */
export const ofSample = 'of the sample';
const asItIs = 'as it is';
const neverFits = 'it cannot be written';
export const withoutRandomness = 'without randomness';

const unable = rejecting({ reason: 'unsupported' });

const changes = ({ record }: TrayContext) => {
  const revision = (record?.revision ?? 0) + 1;
  const now = (changed: TaskRecord) => ({
    type: 'record.changed',
    record: { ...changed, revision },
  });
  return {
    'it is queued': now(recordOf('r1', 0)),
    'it runs': now(measuredRecord),
    'it is done': now(shownRecord),
    'the core refused it': now(coreRejected),
    'it was rejected': now(recordOf('r1', 3)),
    'it failed': now(recordOf('r1', 4)),
    'it is gone': { type: 'watch.failed', failure: refused('record_gone') },
    // a watch forgives for half a minute what passes by itself; it does not forgive this
    refused: { type: 'watch.failed', failure: refused('internal_error') },
  };
};

const isSample = ({ source }: TrayContext): boolean => source?.kind === 'sample';

const without = (samples: Record<string, unknown> | undefined, left: string) =>
  Object.fromEntries(Object.entries(samples ?? {}).filter(([says]) => says !== left));

export const trayInBrowser = {
  ...trayDescriptor,
  people: {
    ...trayDescriptor.people,
    'photo.chosen': { 'a file': { source: ownPhoto }, 'a sample': { source: samplePhoto } },
    'function.selected': ({ setup, functionCode }: TrayContext) => {
      if (!setup) return {};
      return functionCode === usual.code
        ? { 'one that shrinks': { code: 'denoise' }, 'one that cannot be': { code: 'enhance' } }
        : { 'the usual one': { code: usual.code } };
    },
  },
  charts: {
    ...trayDescriptor.charts,
    'setup.loaded': ({ setup }: TrayContext) => (setup ? {} : { '': { setup: trayOffer } }),
    'connection.restored': {},
  },
  actors: {
    ...actors,
    inspectPhoto: {
      done: (context: TrayContext) =>
        isSample(context)
          ? { [ofSample]: photo }
          : { 'a good photo': photo, 'not an image': { ...photo, problem: 'notAnImage' } },
      error: (context: TrayContext) =>
        isSample(context) ? { [ofSample]: rejecting(offline) } : {},
    },
    createKey: { done: actors.createKey?.done, error: { [withoutRandomness]: unable } },
    preparePhoto: {
      done: ({ functionCode }: TrayContext) => {
        if (functionCode === 'enhance') return {};
        return { [functionCode === 'denoise' ? 'made smaller' : asItIs]: prepared };
      },
      error: ({ functionCode }: TrayContext) =>
        functionCode === 'enhance' ? { [neverFits]: unable } : {},
    },
    // how far an upload has come is the network's secret
    upload: { sends: without(actors.upload?.sends, 'half'), error: actors.upload?.error },
    watchRecord: { ...actors.watchRecord, sends: changes },
  },
  reads: (context: TrayContext) => [
    trayDescriptor.reads(context as never),
    context.source?.kind,
    context.functionCode,
    context.watching,
  ],
} as never;

export const isWatched = ({ context }: Expectation): boolean => (context as TrayContext).watching;

/** No one can come between these and the step before. */
export const isByItself = (step: Step): boolean => {
  if (step.kind !== 'done' && step.kind !== 'error') return false;
  if (step.actor === 'createKey') return true;
  if (step.actor === 'inspectPhoto') return !step.says.includes(ofSample);
  return step.actor === 'preparePhoto' && /as it is|cannot be written/.test(step.says);
};

const isWaiting = (at: string): boolean => /unasked|waiting|lost/.test(at);

/** Steps that the page offers where the chart is. */
const offered: Readonly<Record<string, (at: string, context: TrayContext) => boolean>> = {
  'photo.chosen': (at) => !at.startsWith('working'),
  'photo.removed': (at, { watching }) => at !== 'succeeded' || watching,
  'start.pressed': (_, { setup }) => setup !== null,
  'retry.pressed': (at, context) => isWaiting(at) || context.photo !== null,
  'connection.restored': isWaiting,
  'overlay.left': (_, { watching }) => watching,
  'overlay.returned': (_, { watching }) => !watching,
  'task.detached': (_, { watching }) => !watching,
};

/** Nothing takes time here: the next step is there before a finger is. */
const isFleeting = (at: string, context: TrayContext): boolean => {
  if (at === 'checking') return !isSample(context);
  if (at === 'working.step.claiming') return true;
  return at === 'working.step.preparing' && context.functionCode !== 'denoise';
};

export const canHappen: Allows = (step, { snapshot }) => {
  if (step.kind !== 'event') return true;
  const leaves = snapshot._nodes.filter(({ type }) => type === 'atomic').map(({ id }) => id);
  const at = leaves.find((id) => !id.includes('.pace.'))?.replace('tray.', '') ?? '';
  const context = snapshot.context as TrayContext;
  if (isFleeting(at, context)) return false;
  const { type, source } = step.event;
  // samples lie beside the place for the photo, as long as there is none
  if (source?.kind === 'sample' && !/choosing|resuming/.test(at)) return false;
  return offered[type]?.(at, context) ?? true;
};
