import type { OverlayStage } from '../../machines/model/overlay-stage.ts';
import type { PhotoProblem } from '../../machines/model/photo.ts';
import { wholeFraction } from '../../machines/model/progress.ts';
import type { TaskRecord } from '../../machines/model/task-record.ts';
import type { PortFailure } from '../../machines/ports/port-failure.ts';
import type { RunOutcome } from '../../machines/run/run.types.ts';
import { measuredRecord, photo, recordOf, refused } from '../../machines/testing/samples.ts';
import { finishedRows } from './samples.ts';
import type { Scene } from './scene.ts';

/* Typed as records over union types, so that a new problem without a sample does not compile. */
const problems: Record<PhotoProblem, string> = {
  empty: 'an empty file',
  notAnImage: 'not an image',
  truncated: 'half a file',
  animated: 'an animation',
  tooLarge: 'too large to be decoded',
  unsupportedFormat: 'a format that no function takes',
  tooSmall: 'too small',
  tooManyBytes: 'too many bytes',
  unreadable: 'not to be read',
};

const withProblems = Object.fromEntries(
  Object.entries(problems).map(([problem, says]) => [says, { ...photo, problem }]),
);

const obstructed = {
  'too thin for the function': { ...photo, width: 60_000, height: 10 },
  'a HEIC that cannot be shown': {
    ...photo,
    format: 'heic',
    decodable: false,
    width: 0,
    height: 0,
  },
  'a TIFF that cannot be shown': {
    ...photo,
    format: 'tiff',
    decodable: false,
    width: 0,
    height: 0,
  },
};

const failures: Record<string, PortFailure> = {
  'no answer': { reason: 'timeout' },
  'not possible in this browser': { reason: 'unsupported' },
  'refused by the storage': { reason: 'refused' },
  ...Object.fromEntries(
    [
      'unknown_function',
      'record_gone',
      'cookies_needed',
      'upload_used',
      'file_too_large',
      'not_an_image',
      'image_truncated',
      'unsupported_format',
      'animated_unsupported',
      'image_too_small',
      'image_too_large',
      'image_too_complex',
      'too_many_tasks',
      'rate_limited',
      'unavailable',
    ].map((code) => [code, refused(code)]),
  ),
};

const reasons = ['engine_failed', 'task_expired'] as const;

const over = (outcome: RunOutcome) => ({
  outcome,
  again: null,
  isOnServer: outcome.kind === 'ended',
});

const withReasons = Object.fromEntries(
  reasons.map((reason) => [reason, over({ kind: 'ended', record: recordOf('r1', 4, { reason }) })]),
);

const withFailures = Object.fromEntries(
  Object.entries(failures).map(([says, failure]) => [says, over({ kind: 'failed', failure })]),
);

const moved = (stage: OverlayStage, record: TaskRecord | null = null) => ({
  type: 'run.moved',
  id: 'run.1',
  view: { stage, fraction: wholeFraction(stage, 0.5), remainingMs: null, record },
  request: null,
});

const stages = {
  'it is uploaded': moved('uploading'),
  'the server is silent': moved('silent'),
  'it is in the queue': moved('queued', recordOf('r1', 0)),
  'a part is finished': moved('running', { ...measuredRecord, partial: finishedRows }),
  'it is being cancelled': moved('cancelling', recordOf('r1', 1)),
};

/** One sample for every photo problem or end of a run that has its own words. */
export const studioSamples: NonNullable<Scene['samples']> = {
  charts: { 'run.over': { ...withReasons, ...withFailures } },
  actors: { inspectPhoto: { done: { ...withProblems, ...obstructed } } },
};

/** One sample for every stage of a run that has its own words. */
export const runsSamples: NonNullable<Scene['samples']> = {
  actors: { 'run.1': { sends: stages } },
};
