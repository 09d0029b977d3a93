import { isStalled } from '../../../machines/model/overlay-stage.ts';
import { isUnderWay } from '../../../machines/model/task-record.ts';
import type { RunContext } from '../../../machines/run/run.types.ts';
import { runDescriptor } from '../../../machines/run/spec/run.descriptor.ts';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import { rejecting } from '../../../machines/testing/samples.ts';
import type { Allows } from '../../../workshop/paths/explore.ts';
import type { Step } from '../../../workshop/paths/step.ts';

/* Steps of a run that the page, its visitor, this device and the server can really cause. */

type Samples = Readonly<Record<string, unknown>>;

const { actors } = runDescriptor as unknown as {
  actors: Readonly<Record<string, { done?: Samples; error?: Samples; sends?: Samples }>>;
};

/**
 * Returns true for a page that was opened after the start was sent. Such a page never sends the
 * start, because it does not have the input.
 */
const isAsked = ({ load }: RunContext): boolean => load.step === 'asked';

const unsent = { 'it is not sent': rejecting({ reason: 'unexpected' }) };

/** Returns true if the chart no longer waits for an answer to the start. */
const isInDoubt = ({ outcome }: RunContext): boolean => outcome.kind === 'unsure';

const late = { 'it took too long': rejecting({ reason: 'timeout' }) };

const answersOfStart = (context: RunContext): Samples =>
  isAsked(context) || isInDoubt(context) ? {} : (actors.startTask?.done ?? {});

const failuresOfStart = (context: RunContext): Samples => {
  if (isAsked(context)) return unsent;
  return isInDoubt(context) ? late : (actors.startTask?.error ?? {});
};

const samplesIf = (can: boolean): Samples => (can ? { '': undefined } : {});

const isOver = ({ view, outcome }: RunContext): boolean =>
  outcome.kind === 'gone' || (view.record !== null && !isUnderWay(view.record));

export const runInBrowser = {
  ...runDescriptor,
  people: {
    'cancel.pressed': ({ view }: RunContext) => samplesIf(view.stage !== 'cancelling'),
    'retry.pressed': ({ view }: RunContext) => samplesIf(isStalled(view.stage)),
  },
  actors: {
    ...actors,
    startTask: { done: answersOfStart, error: failuresOfStart },
  },
  reads: (context: RunContext) => [runDescriptor.reads(context), context.view.stage],
} as unknown as ChartDescriptor;

const isWatchEnd = (step: Step): boolean => step.kind === 'done' && step.actor === 'recordWatch';

/**
 * The actor that follows the record ends after its last report, and no other step can come before
 * its end.
 */
export const isByItself = isWatchEnd;

/** States in which a change of the connection no longer affects the run. */
const connection: Readonly<Record<string, RegExp>> = {
  'connection.lost': /link\.cancelling/,
  'connection.restored': /link\.cancelling|\.paused\.|\.missing\./,
};

export const canHappen: Allows = (step, { snapshot }) => {
  const isEnding = snapshot.matches('onServer') && isOver(snapshot.context as RunContext);
  if (isEnding) return isWatchEnd(step);
  const at = snapshot._nodes.map(({ id }) => id).join(' ');
  if (step.kind === 'event') return connection[step.event.type]?.test(at) ?? true;
  if (step.kind !== 'sent' || step.actor !== 'recordWatch') return true;
  const isLost = /listening\.lost/.test(at);
  switch (step.event.type) {
    case 'record.found':
      return isLost;
    case 'record.lost':
    case 'record.refused':
      return /listening\.inTouch/.test(at);
    case 'record.changed':
      return !isLost;
    default:
      return true;
  }
};
