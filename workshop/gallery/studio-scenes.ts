import type { AnyMachineSnapshot } from 'xstate';
import { selectedFit } from '../../machines/studio/studio.choice.ts';
import { endOf } from '../../machines/studio/studio.ends.ts';
import { photoIn } from '../../machines/studio/studio.held.ts';
import { attemptsBeside, outcomeInHand, runInHand } from '../../machines/studio/studio.runs.ts';
import type { StudioContext } from '../../machines/studio/studio.types.ts';
import { sampleOffer } from '../../machines/testing/sample-offer.ts';
import type { Step } from '../paths/step.ts';
import { ownPhoto } from './samples.ts';
import type { Scene } from './scene.ts';
import type { Cue, Stage } from './stage.ts';
import { studioSamples } from './studio-samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as StudioContext;

const failureIn = (context: StudioContext) => {
  const outcome = outcomeInHand(context);
  const failure = outcome && 'failure' in outcome ? outcome.failure : null;
  return failure && [failure.reason, failure.code];
};

const reasonIn = (context: StudioContext) => {
  const outcome = outcomeInHand(context);
  return outcome?.kind === 'ended' ? outcome.record.reason : null;
};

const besideIn = (context: StudioContext) =>
  attemptsBeside(context).map(({ outcome }) => (outcome ? endOf(outcome) : 'working'));

const workOf = (context: StudioContext) => {
  const card = runInHand(context);
  return card && [card.view.stage, card.view.record?.partial?.share];
};

/** The visible context depends on the state. */
function shownOf(snapshot: AnyMachineSnapshot): unknown {
  const context = contextOf(snapshot);
  const { held, setup } = context;
  if (held.kind === 'refused') return [held.problem, held.failure?.reason];
  if (snapshot.matches('working')) return workOf(context);
  if (snapshot.matches('ended')) return [failureIn(context), reasonIn(context)];
  if (!snapshot.matches('chosen')) return besideIn(context);
  const fit = selectedFit(context);
  const obstacle = fit?.kind === 'blocked' ? fit.reason : null;
  const chosen = photoIn(context);
  return [setup !== null, chosen?.decodable, chosen && chosen.width > 1000, obstacle];
}

const toOverlay = (type: string): Cue => ({
  to: 'overlay',
  step: { kind: 'event', by: 'people', event: { type }, says: type },
});

const offerArrives: Cue = {
  to: 'app',
  step: { kind: 'done', actor: 'loadSetup', output: sampleOffer, says: 'loadSetup answers' },
};

function causesOf(step: Step, stage: Stage): readonly Cue[] | null {
  if (step.kind !== 'event') return null;
  const { type } = step.event;
  if (type === 'setup.loaded') {
    return stage.snapshotOf('app')?.matches({ boot: 'ready' }) ? [] : [offerArrives];
  }
  return type === 'overlay.left' || type === 'overlay.returned' ? [toOverlay(type)] : null;
}

const scene = {
  chart: 'studio',
  path: () => '/',
  shot: { element: 'studio' },
  per: 'value',
  // The search is breadth first. 8000 and 20 000 situations show no further states.
  situations: 3000,
  seen: (context: StudioContext) => {
    const chosen = photoIn(context);
    return [
      context.held.kind === 'refused' && [context.held.problem, context.held.failure?.reason],
      context.functionCode,
      failureIn(context),
      reasonIn(context),
      chosen && [chosen.decodable, chosen.format, chosen.width],
      workOf(context),
      besideIn(context),
    ];
  },
  shows: shownOf,
  via: causesOf,
} as const;

/** True after a reload, when the task is on the server and the photo is not on this device. */
const isFoundAgain = (snapshot: AnyMachineSnapshot) =>
  (snapshot.matches('working') || snapshot.matches('ended')) &&
  photoIn(contextOf(snapshot)) === null;

/*
 * Two states look the same if they differ only in whether the visitor watched the end of the run.
 * Only one of them is shown.
 */
const isAlike = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.matches({ ended: { notice: 'missed' } }) && photoIn(contextOf(snapshot)) !== null;

const isOffer = (step: Step) => step.kind === 'event' && step.event.type === 'setup.loaded';

/* A failure or an unusual photo is visible at once, so the search stops there. */
const allows: Scene['allows'] = (step, { snapshot }) => {
  const context = contextOf(snapshot);
  if (context.setup === null) return isOffer(step);
  if (context.begun > 1 || snapshot.matches('ended')) return false;
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
    keeps: (snapshot) =>
      contextOf(snapshot).setup !== null &&
      !isFoundAgain(snapshot) &&
      !isAlike(snapshot) &&
      (snapshot.matches('choosing') || besideIn(contextOf(snapshot)).length === 0),
    samples: studioSamples,
  },
  {
    ...scene,
    says: 'found again after a reload',
    allows,
    keeps: (snapshot) =>
      isFoundAgain(snapshot) &&
      (snapshot.matches({ working: 'away' }) || snapshot.matches({ ended: { notice: 'missed' } })),
  },
  {
    ...scene,
    says: 'before the offer is here',
    allows: (step, { snapshot }) => !isOffer(step) && contextOf(snapshot).begun === 0,
    keeps: (snapshot) =>
      snapshot.matches('chosen') ||
      snapshot.matches('returning') ||
      snapshot.matches({ choosing: 'empty' }),
    among: () => [['app', (snapshot) => snapshot.matches({ boot: 'booting' })]],
  },
];
