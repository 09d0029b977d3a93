import type { SnapshotFrom } from 'xstate';
import type { messageBoxMachine } from './message-box.machine.ts';

export const selectMessageBox = ({ context }: SnapshotFrom<typeof messageBoxMachine>) => context;
