import { isStalled, type OverlayStage } from '../../model/overlay-stage.ts';
import type { RunInput, RunNews } from '../../run/run.types.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { runOutcomes } from '../../testing/run-outcomes.ts';
import { measuredRecord, recordOf, startRequest as request, wish } from '../../testing/samples.ts';
import { againOf } from '../runs.cards.ts';
import { endOf } from '../runs.ends.ts';
import { runsBeside } from '../runs.hand.ts';
import { runsMachine } from '../runs.machine.ts';
import type { RunRequested } from '../runs.types.ts';
import { runsLaws } from './runs.laws.descriptor.ts';

const moved = (id: string, stage: OverlayStage): RunNews => {
  const record = stage === 'running' ? measuredRecord : null;
  return {
    type: 'run.moved',
    id,
    view: { stage, fraction: 0.1, remainingMs: record?.progress?.remainingMs ?? null, record },
    request: record ? request : null,
  };
};

/** Returns the events that a run sends to this chart. */
const run = (id: string) => ({
  sends: {
    'it waits': moved(id, 'waiting'),
    'it runs': moved(id, 'running'),
    'it is late': { type: 'run.delayed' as const, id, isDelayed: true },
    ...Object.fromEntries(
      Object.entries(runOutcomes).map(([says, outcome]) => [
        says,
        { type: 'run.ended' as const, id, outcome },
      ]),
    ),
  },
  error: { 'a fault': new Error('a fault') },
});

const inputs = {
  'a photo': { from: 'photo', wish },
  'a start that may have been sent': { from: 'silence', request },
  'a task of the server': { from: 'record', record: recordOf('r1', 1) },
} as const satisfies Record<string, RunInput>;

const requested = (as: RunRequested['as']) =>
  Object.entries(inputs).map(([says, input]) => [`${says}, ${as}`, { input, as }] as const);

export const runsDescriptor = describeChart<typeof runsMachine>({
  machine: runsMachine,
  laws: runsLaws,
  people: {
    'cancel.pressed': {},
    'retry.pressed': {},
    'card.cancelled': (context) => {
      const working = runsBeside(context).find(({ outcome }) => outcome === null);
      return working ? { '': { id: working.id } } : {};
    },
    'card.hurried': (context) => {
      const waiting = runsBeside(context).find(
        ({ outcome, view }) => outcome === null && isStalled(view.stage),
      );
      return waiting ? { '': { id: waiting.id } } : {};
    },
    'card.retried': (context) => {
      const ended = runsBeside(context).find((card) => againOf(card) !== null);
      return ended ? { '': { id: ended.id } } : {};
    },
    'card.dismissed': (context) => {
      const ended = runsBeside(context).find(({ outcome }) => outcome !== null);
      return ended ? { '': { id: ended.id } } : {};
    },
  },
  charts: {
    'run.requested': Object.fromEntries([
      ...requested('watched'),
      ...requested('away'),
      ...requested('beside'),
      ['a photo, batch', { input: inputs['a photo'], as: 'batch' }],
    ]),
    'hand.freed': {},
    'photo.cancelled': { '': { photoId: wish.photo.id } },
    'batch.crashed': {},
    'picture.lost': { '': { fileKey: 'uploads/own-picture.jpg' } },
    'picture.changed': { '': { fileKey: 'uploads/next.jpg' }, 'it is gone': { fileKey: null } },
    'overlay.left': {},
    'overlay.returned': {},
    'result.deleted': { 'of a run': { recordId: 'r1' }, 'of another': { recordId: 'r2' } },
    'record.left': { 'of a run': { recordId: 'r1' }, 'of another': { recordId: 'r2' } },
    'studio.crashed': {},
    'connection.lost': {},
    'connection.restored': {},
  },
  actors: { 'run.1': run('run.1') },
  reads: (context) => [
    context.begun,
    context.inHand,
    context.isWatched,
    context.cards.map((card) => [
      card.outcome?.kind,
      card.outcome && endOf(card.outcome),
      againOf(card)?.from,
      card.isOfBatch,
      card.photoId === null,
      card.request !== null,
      card.view.record !== null,
      isStalled(card.view.stage),
    ]),
  ],
  // two runs cover all behaviour
  bounds: { stop: ({ begun }) => begun > 1 },
});
