import type { AnyMachineSnapshot } from 'xstate';
import { functionOf, startObstacle } from '../../machines/model/start-obstacle.ts';
import type { TaskContext } from '../../machines/task/task.types.ts';
import type { Step } from '../paths/step.ts';
import { ownPhoto, wholeOffer } from './samples.ts';
import { noticeDismissed, type Scene } from './scene.ts';
import type { Cue, Stage } from './stage.ts';
import { taskSamples } from './task-samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as TaskContext;

const wordsFor = ({ failure }: TaskContext) => failure && [failure.reason, failure.code];

/** What of the context is on screen differs from state to state. */
function shownOf(snapshot: AnyMachineSnapshot): unknown {
  const context = contextOf(snapshot);
  const { photo: chosen, functionCode, setup } = context;
  if (snapshot.matches({ choosing: 'refused' })) return context.problem;
  if (snapshot.matches('working')) {
    const { watching, uploaded } = context;
    return [
      watching,
      snapshot.matches({ working: { step: { uploading: 'sending' } } }) && uploaded > 0,
    ];
  }
  if (snapshot.matches('failed')) return [wordsFor(context), context.record?.reason];
  if (!snapshot.matches('chosen')) return null;
  const obstacle = chosen && startObstacle(chosen, functionOf(setup, functionCode));
  return [setup !== null, chosen?.decodable, chosen && chosen.width > 1000, obstacle];
}

const toOverlay = (type: string): Cue => ({
  to: 'overlay',
  step: { kind: 'event', by: 'people', event: { type }, says: type },
});

const offerArrives: Cue = {
  to: 'app',
  step: { kind: 'done', actor: 'loadSetup', output: wholeOffer, says: 'loadSetup answers' },
};

function causesOf(step: Step, stage: Stage): readonly Cue[] | null {
  if (step.kind !== 'event') return null;
  const { type } = step.event;
  if (type === 'setup.loaded') {
    return stage.snapshotOf('app')?.matches({ boot: 'ready' }) ? [] : [offerArrives];
  }
  return type === 'overlay.left' || type === 'overlay.returned' ? [toOverlay(type)] : null;
}

const task = {
  chart: 'task',
  path: () => '/',
  shot: { element: 'task' },
  per: 'value',
  seen: ({
    problem,
    functionCode,
    failure,
    record,
    photo: chosen,
    watching,
    uploaded,
  }: TaskContext) => [
    problem,
    functionCode,
    failure && [failure.reason, failure.code],
    record?.reason,
    chosen && [chosen.decodable, chosen.format, chosen.width],
    watching,
    uploaded > 0,
  ],
  shows: shownOf,
  tells: (snapshot: AnyMachineSnapshot) => {
    if (!snapshot.matches('working')) return '';
    return contextOf(snapshot).watching ? 'behind the overlay' : 'on the page';
  },
  via: causesOf,
} as const;

const withPhoto = ['working', 'succeeded', 'rejected', 'failed', 'cancelled'];

/** After a reload the task is the server's, and the photo is not here. */
const isFoundAgain = (snapshot: AnyMachineSnapshot) =>
  withPhoto.some((state) => snapshot.matches(state)) && contextOf(snapshot).photo === null;

const isOffer = (step: Step) => step.kind === 'event' && step.event.type === 'setup.loaded';

/* What can be seen of a failure or of an odd photo is seen at once: the search goes no further. */
const allows: Scene['allows'] = (step, { snapshot }) => {
  const { setup, photo: chosen, functionCode } = contextOf(snapshot);
  if (setup === null) return isOffer(step);
  if (snapshot.matches('failed')) return false;
  const isStart = step.kind === 'event' && step.event.type === 'start.pressed';
  return !isStart || (chosen?.width === ownPhoto.width && functionCode === 'upscale-2x-fast');
};

export const taskScenes: readonly Scene[] = [
  {
    ...task,
    says: '',
    allows,
    keeps: (snapshot) => contextOf(snapshot).setup !== null && !isFoundAgain(snapshot),
    samples: taskSamples,
  },
  {
    ...task,
    says: 'the notice dismissed',
    allows,
    keeps: (snapshot) => snapshot.matches('rejected') && !isFoundAgain(snapshot),
    afterwards: [noticeDismissed],
  },
  {
    ...task,
    says: 'found again after a reload',
    allows,
    keeps: (snapshot) => isFoundAgain(snapshot) && !contextOf(snapshot).watching,
  },
  {
    ...task,
    says: 'before the offer is here',
    allows: (step) => !isOffer(step),
    keeps: (snapshot) => snapshot.matches('chosen') || snapshot.matches({ choosing: 'empty' }),
    among: () => [['app', (snapshot) => snapshot.matches({ boot: 'booting' })]],
  },
];
