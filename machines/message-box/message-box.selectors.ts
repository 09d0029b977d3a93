import type { SnapshotFrom } from 'xstate';
import type { messageBoxMachine } from './message-box.machine.ts';

/** Title, message and buttons of the box. */
export const selectMessageBox = ({ context }: SnapshotFrom<typeof messageBoxMachine>) => context;
