import { setupChart } from '../chart-setup.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { MessageBoxInput, MessageBoxOutput } from '../model/dialog.ts';
import type { MessageBoxEvent } from './message-box.types.ts';

/** Shows a message with one button, or a question with two buttons (R15). */
export const messageBoxMachine = setupChart({
  types: {
    context: {} as MessageBoxInput,
    events: {} as MessageBoxEvent,
    input: {} as MessageBoxInput,
    output: {} as MessageBoxOutput,
    meta: {} as StateMeta,
  },
}).createMachine({
  id: 'messageBox',
  context: ({ input }) => input,
  // the chart's output is the output of its final state
  output: ({ event }) => event.output as MessageBoxOutput,
  initial: 'asking',
  states: {
    asking: {
      meta: { view: 'a message with one button, or a question with two' },
      on: {
        'dialog.confirmed': { target: 'confirmed' },
        'dialog.cancelled': { target: 'cancelled' },
      },
    },
    confirmed: { type: 'final', output: 'confirmed', meta: { view: 'nothing visible' } },
    cancelled: { type: 'final', output: 'cancelled', meta: { view: 'nothing visible' } },
  },
});
