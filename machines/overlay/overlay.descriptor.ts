import { holdPercent } from '../model/progress.ts';
import { describeChart } from '../testing/chart-descriptor.ts';
import { overlayMachine } from './overlay.machine.ts';

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
  waits: { 'the tips change': 40_000, 'the measured range passes': 10_000 },
  reads: ({ percent, measured }) => [percent >= holdPercent, measured?.remainingMs],
  laws: {
    'the bar never goes back': (now, before) =>
      now.percent >= before.percent || now.elapsedMs <= before.elapsedMs,
  },
});
