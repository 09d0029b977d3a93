import { assign, enqueueActions } from 'xstate';
import { chart } from '../../charts.ts';
import { lacksPicture } from '../../model/own-value.ts';
import type { RunRequested } from '../../runs/runs.types.ts';
import type { Laws, Moment } from '../../testing/chart-descriptor.ts';
import { againOfPhoto, moved, nextToStart, settled } from '../batch.line.ts';
import type { batchMachine } from '../batch.machine.ts';
import { exampleOf, photosAt } from '../batch.photos.ts';

const requestsIn = ({ told }: Pick<Moment, 'told'>): RunRequested[] =>
  told.flatMap(({ to, event }) =>
    to === 'runs' && event.type === 'run.requested' ? [event as RunRequested] : [],
  );

export const batchLaws: Laws<typeof batchMachine> = {
  'a run is requested for every photo that begins to work (R85)': {
    holds: ({ before, now, told }) => {
      const earlier = photosAt(before.context, 'working').map(({ id }) => id);
      const begun = photosAt(now.context, 'working').filter(({ id }) => !earlier.includes(id));
      return requestsIn({ told }).length >= begun.length;
    },
    brokenBy: (machine) =>
      machine.provide({
        actions: {
          startNext: assign(({ context }) => {
            const next = nextToStart(context);
            return next ? { photos: moved(context.photos, next) } : {};
          }),
        },
      }),
  },
  'no run is requested without the picture that it needs': {
    holds: ({ told }) =>
      requestsIn({ told }).every(
        ({ input }) =>
          !('wish' in input) ||
          input.wish === null ||
          !lacksPicture(input.wish.offered, input.wish.options),
      ),
    brokenBy: (machine) =>
      machine.provide({
        actions: {
          startNext: enqueueActions(({ context, enqueue }) => {
            const [next] = photosAt(context, 'waiting');
            if (!next) return;
            const { input } = next.step;
            enqueue.sendTo(chart('runs'), { type: 'run.requested', input, as: 'batch' });
            enqueue.assign({ photos: moved(context.photos, next) });
          }),
        },
      }),
  },
  'a started batch goes on until all photos have ended': {
    holds: ({ now }) => {
      const waiting = photosAt(now.context, 'waiting').length;
      const working = photosAt(now.context, 'working').length;
      return now.matches({ photos: 'working' }) === waiting + working > 0;
    },
    brokenBy: 'batch.photos.working on always: without the guard isOver',
  },
  'photos do not wait without a reason on the screen while no photo works': {
    holds: ({ now }) =>
      !now.matches({ photos: { working: 'going' } }) || photosAt(now.context, 'working').length > 0,
    brokenBy: 'batch.photos.working.going: without the entry action startNext',
  },
  'the settings are those that the studio shows for the first photo': {
    holds: ({ now, event }) => {
      const example = exampleOf(now.context);
      return (
        event?.type !== 'settings.changed' ||
        !now.matches({ photos: 'choosing' }) ||
        example === null ||
        event.photoId === example.id
      );
    },
    brokenBy: 'batch.photos.choosing on settings.changed: dropped 0',
  },
  'a photo whose start may have created a task keeps its start request in the line (R71)': {
    holds: ({ before, now }) =>
      photosAt(before.context, 'waiting').every(({ id, step: { input } }) => {
        const photo = now.context.photos.find((one) => one.id === id);
        return (
          input.from !== 'request' ||
          photo?.step.kind !== 'ended' ||
          againOfPhoto(photo)?.from === 'request'
        );
      }),
    brokenBy: (machine) =>
      machine.provide({
        actions: {
          cancelAll: assign(({ context }) => ({
            photos: photosAt(context, 'waiting').reduce(
              (photos, { id }) => settled(photos, id, { kind: 'cancelled' }),
              context.photos,
            ),
          })),
        },
      }),
  },
  'no photo is taken from a run that still works': {
    holds: ({ before, now, event, told }) =>
      event?.type === 'photo.settled' ||
      event?.type === 'runs.crashed' ||
      photosAt(before.context, 'working').every(
        ({ id }) =>
          photosAt(now.context, 'working').some((photo) => photo.id === id) ||
          // the visitor's account was deleted
          (event?.type === 'batch.cleared' && told.some((one) => one.event.photoId === id)),
      ),
    brokenBy: (machine) =>
      machine.provide({
        actions: {
          cancelAll: assign(({ context }) => ({
            photos: context.photos.filter(({ step }) => step.kind !== 'working'),
          })),
        },
      }),
  },
};
