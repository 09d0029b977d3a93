import { assign } from 'xstate';
import { holdPercent } from '../../model/progress.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { overlayMachine } from '../overlay.machine.ts';

export const overlayDescriptor = describeChart<typeof overlayMachine>({
  machine: overlayMachine,
  charts: {
    'overlay.opened': { 'with a counter': { counter: true }, 'out of sight': { away: true } },
    'overlay.measured': {
      'almost everything': { fraction: 1, stage: 'writing' },
      'half, 10 seconds left': {
        fraction: 0.5,
        stage: 'running',
        remainingMs: { low: 5000, high: 10_000 },
      },
      'no connection': { fraction: 0, stage: 'waiting' },
    },
    'overlay.finished': {},
    'overlay.closed': {},
  },
  people: { 'overlay.left': {}, 'overlay.returned': {} },
  actors: {
    watchBack: {
      sends: { '': { type: 'back.pressed' } },
      error: { 'a fault': new Error('a fault') },
    },
  },
  waits: { 'the tips change': 40_000, 'the bar reaches 98 %': 10_000 },
  reads: ({ percent, measured }) => [percent >= holdPercent, measured?.remainingMs],
  laws: {
    'the bar never moves back': {
      holds: ({ before, now, event }) =>
        event?.type === 'overlay.opened' || now.context.percent >= before.context.percent,
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            measure: assign((_, { fraction }) => ({ percent: fraction * holdPercent })),
          },
        }),
    },
    'the bar is full only when the run is finished': {
      holds: ({ now }) =>
        !now.matches('open') ||
        now.context.percent <= holdPercent ||
        now.matches({ open: { progress: 'full' } }),
      brokenBy: (machine) =>
        machine.provide({ actions: { advance: assign({ percent: 100, elapsedMs: 200 }) } }),
    },
    'the runs are notified when the visitor leaves the overlay or returns to it': {
      holds: ({ before, now, event, told }) => {
        if (event?.type === 'overlay.opened') return true;
        if (!before.matches('open') || !now.matches('open')) return true;
        const isSeen = now.matches({ open: { sight: 'shown' } });
        if (isSeen === before.matches({ open: { sight: 'shown' } })) return true;
        const news = isSeen ? 'overlay.returned' : 'overlay.left';
        return told.some(({ to, event }) => to === 'runs' && event.type === news);
      },
      brokenBy: 'overlay.open.sight.shown on overlay.left: without the action tellLeft',
    },
  },
});
