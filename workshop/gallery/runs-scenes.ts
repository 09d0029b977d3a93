import type { AnyMachineSnapshot } from 'xstate';
import { endOf } from '../../machines/runs/runs.ends.ts';
import { runInHand, runsBeside } from '../../machines/runs/runs.hand.ts';
import type { RunRequested, RunsContext } from '../../machines/runs/runs.types.ts';
import type { Step } from '../paths/step.ts';
import type { Scene } from './scene.ts';
import type { Cue } from './stage.ts';
import { runsSamples } from './studio-samples.ts';
import { askingForTasks, ownPhotoChosen } from './wishes.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as RunsContext;

const workOf = (context: RunsContext) => {
  const card = runInHand(context);
  return card && [card.view.stage, card.view.record?.partial?.share, context.isWatched];
};

const besideIn = (context: RunsContext) =>
  runsBeside(context).map(({ outcome }) => (outcome ? endOf(outcome) : 'working'));

const pressed = (to: string, type: string): Cue => ({
  to,
  step: { kind: 'event', by: 'people', event: { type }, says: type },
});

const found = (event: Pick<RunRequested, 'input'>): Cue => {
  const output = event.input.from === 'record' ? event.input.record : null;
  const says = 'findRunningTask answers';
  return { to: 'studio', step: { kind: 'done', actor: 'findRunningTask', output, says } };
};

/** The events of `runs` come from the studio and the overlay. */
function causesOf(step: Step): readonly Cue[] | null {
  if (step.kind !== 'event') return null;
  switch (step.event.type) {
    case 'run.requested': {
      const event = step.event as RunRequested;
      return [event.as === 'watched' ? pressed('studio', 'start.pressed') : found(event)];
    }
    case 'hand.freed':
      return [pressed('studio', 'photo.removed')];
    case 'overlay.left':
    case 'overlay.returned':
      return [pressed('overlay', step.event.type)];
    default:
      return null;
  }
}

const isRequest = (step: Step, as: RunRequested['as'], from: string): boolean =>
  step.kind === 'event' &&
  step.event.type === 'run.requested' &&
  step.event.as === as &&
  step.event.input.from === from;

const goesOn = (step: Step, { snapshot }: { snapshot: AnyMachineSnapshot }): boolean => {
  if (step.kind === 'error' || contextOf(snapshot).begun === 0) return false;
  return (
    step.kind === 'sent' ||
    (step.kind === 'event' &&
      ['hand.freed', 'overlay.left', 'overlay.returned'].includes(step.event.type))
  );
};

const scene = {
  chart: 'runs',
  path: () => '/',
  shot: { element: 'studio' },
  per: 'value',
  seen: (context: RunsContext) => [workOf(context), besideIn(context)],
  shows: (snapshot: AnyMachineSnapshot) =>
    snapshot.matches('following') ? workOf(contextOf(snapshot)) : besideIn(contextOf(snapshot)),
  tells: (snapshot: AnyMachineSnapshot) =>
    snapshot.matches('following') && !contextOf(snapshot).isWatched ? 'out of sight' : '',
  via: causesOf,
} as const;

export const runsScenes: readonly Scene[] = [
  {
    ...scene,
    says: '',
    allows: (step, world) =>
      goesOn(step, world) ||
      (contextOf(world.snapshot).begun === 0 && isRequest(step, 'watched', 'photo')),
    // the studio shows how the current run ended
    keeps: (snapshot) =>
      snapshot.matches('following') ||
      (snapshot.matches('free') && contextOf(snapshot).cards.length > 0),
    among: () => [ownPhotoChosen],
    samples: runsSamples,
  },
  {
    ...scene,
    says: 'found again after a reload',
    allows: (step, world) =>
      goesOn(step, world) ||
      (contextOf(world.snapshot).begun === 0 && isRequest(step, 'away', 'record')),
    keeps: (snapshot) => snapshot.matches('following') && !contextOf(snapshot).isWatched,
    among: () => [askingForTasks],
  },
];
