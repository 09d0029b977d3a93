import type { AnyMachineSnapshot } from 'xstate';
import type { BatchContext } from '../../machines/batch/batch.types.ts';
import type { RunOutcome } from '../../machines/run/run.types.ts';
import { photo } from '../../machines/testing/samples.ts';
import type { Step } from '../paths/step.ts';
import type { Scene } from './scene.ts';
import type { Cue, Stage } from './stage.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as BatchContext;

const kindsIn = ({ photos }: BatchContext) => photos.map(({ step }) => step.kind);

const endIn = ({ photos }: BatchContext) =>
  photos.map(({ step }) => (step.kind === 'ended' ? step.outcome.kind : null));

/** the studio has inspected the first photo, and therefore selects a function */
const shown = ({ photoId }: { photoId: string }): Cue => ({
  to: 'studio',
  step: {
    kind: 'done',
    actor: 'inspectPhoto',
    output: { ...photo, id: photoId },
    says: 'inspectPhoto answers',
  },
});

type Settled = { photoId: string; outcome: RunOutcome };

const runEnds = ({ photoId, outcome }: Settled, stage: Stage): Cue => {
  const cards: { id: string; photoId: string | null }[] =
    stage.snapshotOf('runs')?.context.cards ?? [];
  const id = cards.find((card) => card.photoId === photoId)?.id ?? '';
  const event = { type: 'run.ended', id, outcome };
  return { to: 'runs', step: { kind: 'sent', actor: id, event, says: 'a run ends' } };
};

/** The events of the batch that come from the root, the studio and the runs. */
function causesOf(step: Step, stage: Stage): readonly Cue[] | null {
  if (step.kind !== 'event') return null;
  switch (step.event.type) {
    case 'setup.loaded':
    case 'user.changed':
      return [];
    case 'settings.changed':
      return [shown(step.event as unknown as { photoId: string })];
    case 'photo.settled':
      return [runEnds(step.event as unknown as Settled, stage)];
    default:
      return null;
  }
}

const begins = ['setup.loaded', 'files.chosen', 'settings.changed', 'start.pressed'];
const goesOn = ['photo.settled', 'photo.cancelled', 'batch.cancelled', 'archive.pressed'];

/** The usual order of events: first the functions are loaded, and then two photos are chosen. */
const allows: Scene['allows'] = (step, { snapshot }) => {
  const context = contextOf(snapshot);
  if (step.kind !== 'event') return step.kind !== 'error' || step.actor !== 'guardLeaving';
  const { type } = step.event;
  if (context.setup === null) return type === 'setup.loaded';
  if (context.photos.length === 0) return step.says.endsWith('(two)');
  if (type === 'settings.changed') return !step.says.includes('another');
  if (type === 'files.chosen' || type === 'setup.loaded') return false;
  if (context.settings === null) return false;
  // the function that the studio selects here takes no picture
  if (step.says.includes('its picture is lost')) return false;
  return [...begins, ...goesOn].includes(type);
};

export const batchScenes: readonly Scene[] = [
  {
    chart: 'batch',
    says: '',
    path: () => '/',
    shot: { element: 'studio' },
    per: 'leaf',
    situations: 2000,
    seen: (context: BatchContext) => [kindsIn(context), endIn(context), context.lack],
    shows: (snapshot) => [kindsIn(contextOf(snapshot)), endIn(contextOf(snapshot))],
    allows,
    via: causesOf,
  },
];
