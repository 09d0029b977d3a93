import { describeChart } from '../../../machines/testing/chart-descriptor.ts';
import { guideMachine } from './guide.machine.ts';

export const guideDescriptor = describeChart<typeof guideMachine>({
  machine: guideMachine,
  inputs: { '': { path: '/about-us' } },
  people: { 'guide.finished': {} },
  reads: () => null,
});
