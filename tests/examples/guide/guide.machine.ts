import { setupChart } from '../../../machines/chart-setup.ts';
import type { StateMeta } from '../../../machines/model/chart-meta.ts';
import type { GuideEvent, GuideInput } from './guide.types.ts';

/** Stores that the visitor has read the page. Lives as long as the page. */
export const guideMachine = setupChart({
  types: {
    context: {} as GuideInput,
    events: {} as GuideEvent,
    input: {} as GuideInput,
    meta: {} as StateMeta,
  },
}).createMachine({
  id: 'guide',
  context: ({ input }) => input,
  initial: 'reading',
  states: {
    reading: {
      meta: { view: 'the guide, and a button at its end' },
      on: { 'guide.finished': { target: 'read' } },
    },
    read: { meta: { view: 'the guide, marked as read' } },
  },
});
