import type { AnyMachineSnapshot } from 'xstate';
import type { KeptPhoto } from '../../machines/model/kept-photo.ts';
import { selectedFit } from '../../machines/studio/studio.choice.ts';
import { photoIn } from '../../machines/studio/studio.held.ts';
import type { StudioContext } from '../../machines/studio/studio.types.ts';
import { sampleOffer } from '../../machines/testing/sample-offer.ts';
import type { Step } from '../paths/step.ts';
import { ownPhoto } from './samples.ts';
import type { Scene } from './scene.ts';
import type { Cue, Stage } from './stage.ts';
import { studioSamples } from './studio-samples.ts';

type Kept = KeptPhoto | null;

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as StudioContext;

const failureIn = ({ over }: StudioContext) => {
  const failure = over && 'failure' in over.outcome ? over.outcome.failure : null;
  return failure && [failure.reason, failure.code];
};

const reasonIn = ({ over }: StudioContext) =>
  over?.outcome.kind === 'ended' ? over.outcome.record.reason : null;

/** The visible part of the context. It depends on the state. */
function shownOf(snapshot: AnyMachineSnapshot): unknown {
  const context = contextOf(snapshot);
  const { held, setup } = context;
  if (held.kind === 'refused') return [held.problem, held.failure?.reason];
  if (snapshot.matches('ended')) return [failureIn(context), reasonIn(context)];
  if (!snapshot.matches('chosen')) return null;
  const fit = selectedFit(context);
  const obstacle = fit?.kind === 'blocked' ? fit.reason : null;
  const chosen = photoIn(context);
  return [setup !== null, chosen?.decodable, chosen && chosen.width > 1000, obstacle];
}

const offerArrives: Cue = {
  to: 'app',
  step: { kind: 'done', actor: 'loadSetup', output: sampleOffer, says: 'loadSetup answers' },
};

/** Returns the event by which the current run ends. */
const runEnds = (step: Extract<Step, { kind: 'event' }>, stage: Stage): Cue => {
  const id = String(stage.snapshotOf('runs')?.context.inHand);
  const event = { type: 'run.ended', id, outcome: step.event.outcome };
  return { to: 'runs', step: { kind: 'sent', actor: id, event, says: step.says } };
};

function causesOf(step: Step, stage: Stage): readonly Cue[] | null {
  if (step.kind !== 'event') return null;
  const { type } = step.event;
  if (type === 'setup.loaded') {
    return stage.snapshotOf('app')?.matches({ boot: 'ready' }) ? [] : [offerArrives];
  }
  return type === 'run.over' ? [runEnds(step, stage)] : null;
}

const scene = {
  chart: 'studio',
  path: () => '/',
  shot: { element: 'studio' },
  per: 'value',
  // Breadth first; 8000 and 20 000 situations show no further states.
  situations: 3000,
  seen: (context: StudioContext) => {
    const chosen = photoIn(context);
    return [
      context.held.kind === 'refused' && [context.held.problem, context.held.failure?.reason],
      context.functionCode,
      failureIn(context),
      reasonIn(context),
      chosen && [chosen.decodable, chosen.format, chosen.width],
    ];
  },
  shows: shownOf,
  via: causesOf,
} as const;

/** True after a reload if the task is on the server and the photo is not on this device. */
const isFoundAgain = (snapshot: AnyMachineSnapshot) =>
  (snapshot.matches('working') || snapshot.matches('ended')) &&
  photoIn(contextOf(snapshot)) === null;

const isOffer = (step: Step) => step.kind === 'event' && step.event.type === 'setup.loaded';

const isReset = (step: Step) => step.kind === 'event' && step.event.type === 'runs.crashed';

/* True for a start from an earlier page, which continues without a press. */
const isLeft = (step: Step) =>
  step.kind === 'done' && step.actor === 'takeKeptPhoto' && (step.output as Kept)?.run != null;

/* True for an end that needs a photo, although only a record was restored. */
const isStranger = (step: Step, context: StudioContext) =>
  step.kind === 'event' &&
  step.event.type === 'run.over' &&
  photoIn(context) === null &&
  !['ended', 'gone', 'unsure'].includes(step.event.outcome.kind);

/* A failure or an unusual photo is visible immediately, so the search continues no further. */
const allows: Scene['allows'] = (step, { snapshot }) => {
  const context = contextOf(snapshot);
  if (isReset(step) || isLeft(step) || isStranger(step, context)) return false;
  if (context.setup === null) return isOffer(step);
  if (snapshot.matches('ended')) return false;
  const isStart = step.kind === 'event' && step.event.type === 'start.pressed';
  return (
    !isStart ||
    (photoIn(context)?.width === ownPhoto.width && context.functionCode === 'upscale-2x-fast')
  );
};

export const studioScenes: readonly Scene[] = [
  {
    ...scene,
    says: '',
    allows,
    keeps: (snapshot) => contextOf(snapshot).setup !== null && !isFoundAgain(snapshot),
    samples: studioSamples,
  },
  {
    ...scene,
    says: 'found again after a reload',
    allows,
    keeps: (snapshot) => isFoundAgain(snapshot) && snapshot.matches('ended'),
  },
  {
    ...scene,
    says: 'before the offer is here',
    allows: (step, { snapshot }) =>
      !isOffer(step) && !isReset(step) && !snapshot.matches('working'),
    keeps: (snapshot) =>
      snapshot.matches('chosen') ||
      snapshot.matches('returning') ||
      snapshot.matches({ choosing: 'empty' }),
    among: () => [['app', (snapshot) => snapshot.matches({ boot: 'booting' })]],
  },
];
