import { assign } from 'xstate';
import { failureOf } from '../../ports/port-failure.ts';
import type { Laws } from '../../testing/chart-descriptor.ts';
import type { runMachine } from '../run.machine.ts';

export const runLaws: Laws<typeof runMachine> = {
  'a start that an earlier page may have sent is not sent again': {
    holds: ({ now, asked }) =>
      now.context.load.step !== 'asked' || asked.every(({ id }) => id !== 'startTask'),
    brokenBy: 'run.starting: another input of startTask',
  },
  'a start that the visitor has cancelled is cancelled as soon as its task exists': {
    holds: ({ before, now, asked }) =>
      !before.matches({ starting: { wish: 'unwanted' } }) ||
      !now.matches('onServer') ||
      asked.some(({ id }) => id === 'cancelTask'),
    brokenBy: 'run.starting on start.confirmed: dropped 1',
  },
  'a start that the visitor has cancelled stays cancelled, and is shown as such': {
    holds: ({ before, now, event }) =>
      !(event?.type === 'cancel.pressed' || before.matches({ starting: { wish: 'unwanted' } })) ||
      !now.matches('starting') ||
      (now.matches({ starting: { wish: 'unwanted' } }) && now.context.view.stage === 'cancelling'),
    brokenBy: 'run.starting.wish.wanted on cancel.pressed: dropped cancel.pressed',
  },
  'a start that the visitor has cancelled does not ask the visitor for anything': {
    holds: ({ before, now }) =>
      !before.matches({ starting: { wish: 'unwanted' } }) ||
      !['limited', 'turnedAway', 'failed'].some((state) => now.matches(state as 'failed')),
    brokenBy: 'run.starting on onError of startTask: dropped 1',
  },
  'a start without an answer is not reported as failed': {
    holds: ({ before, now, event }) =>
      !before.matches('starting') ||
      !now.matches('failed') ||
      failureOf(event?.error).code !== undefined,
    brokenBy: 'run.starting on onError of startTask: without the guard isDenied',
  },
  'a photo stays on this device until its task exists or the visitor has cancelled': {
    holds: ({ now, told }) =>
      now.context.view.record !== null ||
      now.matches('cancelled') ||
      told.every(({ event }) => event.type !== 'photo.released'),
    brokenBy: 'run.announcing on onDone of keepPhoto: to #run.onServer instead of starting',
  },
  'the progress never decreases': {
    holds: ({ before, now }) => now.context.view.fraction >= before.context.view.fraction,
    brokenBy: (machine) =>
      machine.provide({
        actions: {
          measure: assign(({ context: { view } }, { stage, fraction = 0 }) => ({
            view: { ...view, stage, fraction },
          })),
        },
      }),
  },
  'the parent chart receives the end of a run once': {
    holds: ({ before, now, told }) => {
      const ends = told.filter(({ event }) => event.type === 'run.ended').length;
      return ends === (before.status === 'active' && now.status === 'done' ? 1 : 0);
    },
    brokenBy: 'run.failed: without the entry action tellEnded',
  },
};
