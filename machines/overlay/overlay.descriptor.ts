import { holdPercent } from '../model/progress.ts';
import { describeChart } from '../testing/chart-descriptor.ts';
import { overlayMachine } from './overlay.machine.ts';

export const overlayDescriptor = describeChart<typeof overlayMachine>({
  machine: overlayMachine,
  charts: {
    'overlay.opened': { 'with a counter': { counter: true }, 'out of sight': { away: true } },
    'overlay.measured': {
      'almost everything': { fraction: 1, stage: 'writing' },
      half: { fraction: 0.5, stage: 'running' },
    },
    'overlay.finished': {},
    'overlay.closed': {},
  },
  people: { 'overlay.left': {}, 'overlay.returned': {} },
  waits: { 'the tips change': 40_000 },
  reads: ({ percent }) => percent >= holdPercent,
  laws: {
    'the bar never goes back': (now, before) =>
      now.percent >= before.percent || now.elapsedMs <= before.elapsedMs,
  },
});
