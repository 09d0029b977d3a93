import { describeChart } from '../testing/chart-descriptor.ts';
import { messageBoxMachine } from './message-box.machine.ts';

const words = { title: { id: 'dialog.signIn.title' }, message: { id: 'dialog.signIn.message' } };

export const messageBoxDescriptor = describeChart<typeof messageBoxMachine>({
  machine: messageBoxMachine,
  inputs: {
    'a notice': { mode: 'notice', ...words },
    'a question': { mode: 'confirm', ...words },
  },
  people: { 'dialog.confirmed': {}, 'dialog.cancelled': {} },
  reads: () => null,
});
