import { describeChart } from '../../testing/chart-descriptor.ts';
import { messageBoxMachine } from '../message-box.machine.ts';

export const messageBoxDescriptor = describeChart<typeof messageBoxMachine>({
  machine: messageBoxMachine,
  inputs: {
    'a notice': {
      mode: 'notice',
      title: { id: 'dialog.creditsNotEnough.title' },
      message: { id: 'dialog.creditsNotEnough.message' },
    },
    'a question': {
      mode: 'confirm',
      title: { id: 'dialog.deleteRecord.title' },
      message: { id: 'dialog.deleteRecord.message' },
      confirm: { id: 'dialog.deleteRecord.confirm' },
    },
  },
  people: { 'dialog.confirmed': {}, 'dialog.cancelled': {} },
  reads: ({ mode }) => mode,
});
