import { sendTo } from 'xstate';
import { chart } from '../../charts.ts';
import { problemOf } from '../../model/start-obstacle.ts';
import type { RunRequested } from '../../runs/runs.types.ts';
import type { Laws, Moment } from '../../testing/chart-descriptor.ts';
import { photo, wish } from '../../testing/samples.ts';
import { smallerFile } from '../studio.device.ts';
import type { studioMachine } from '../studio.machine.ts';

const requestsIn = ({ told }: Pick<Moment, 'told'>): RunRequested[] =>
  told.flatMap(({ to, event }) =>
    to === 'runs' && event.type === 'run.requested' ? [event as RunRequested] : [],
  );

const hasHand = (snapshot: Moment<typeof studioMachine>['now']): boolean =>
  snapshot.matches('working') || snapshot.matches('ended');

export const studioLaws: Laws<typeof studioMachine> = {
  'the studio requests a current run exactly when it starts to work': {
    holds: ({ before, now, told }) => {
      const inHand = requestsIn({ told }).filter(({ as }) => as !== 'beside');
      if (inHand.length === 0) return !now.matches('working') || before.matches('working');
      return inHand.length === 1 && now.matches('working');
    },
    brokenBy: 'studio.checking on onDone of inspectPhoto: to #studio.working instead of chosen',
  },
  'the runs are notified when the studio leaves a run or its end': {
    holds: ({ before, now, event, told }) =>
      !hasHand(before) ||
      hasHand(now) ||
      event?.type === 'run.over' ||
      event?.type === 'runs.crashed' ||
      told.some((one) => one.to === 'runs' && one.event.type === 'hand.freed'),
    brokenBy: 'studio.working on photo.chosen: without the action freeHand',
  },
  'the end of a run is stored exactly while it is shown': {
    holds: ({ now }) => now.matches('ended') === (now.context.over !== null),
    brokenBy: 'studio.working: without the entry action dropOver',
  },
  'a photo that was refused is never started': {
    holds: ({ now, told }) =>
      requestsIn({ told }).every(
        ({ input }) =>
          !('wish' in input) ||
          !input.wish ||
          problemOf(input.wish.photo, now.context.setup) === null,
      ),
    brokenBy: (machine) => machine.provide({ guards: { hasProblem: () => false } }),
  },
  'nothing is sent for a function of this device': {
    holds: ({ now, event, told }) =>
      now.context.functionCode !== smallerFile ||
      event?.type !== 'function.selected' ||
      told.every(
        ({ to, event: { type } }) =>
          type !== 'run.requested' && !(to === 'preview' && type !== 'photo.left'),
      ),
    brokenBy: (machine) =>
      machine.provide({
        actions: {
          requestPreview: sendTo(chart('preview'), {
            type: 'preview.requested',
            photo,
            offered: wish.offered,
            options: {},
          }),
        },
      }),
  },
  'an upload that a start may have used is not used by another start': {
    holds: ({ before, now }) =>
      before.matches('working') || !now.matches('working') || !now.context.found?.fileKey,
    brokenBy: 'studio.working: without the entry action dropUpload',
  },
  'a start that may have created a task is repeated with the same key': {
    holds: ({ before, event, told }) => {
      const again = before.context.over?.again;
      if (event?.type !== 'retry.pressed' || !again) return true;
      return requestsIn({ told }).some(({ input }) => input === again);
    },
    brokenBy: 'studio.ended on retry.pressed: dropped 0',
  },
};
