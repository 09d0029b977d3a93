import type { SnapshotFrom } from 'xstate';
import type { messageBoxMachine } from './message-box.machine.ts';

/** What the box says. */
export const selectMessageBox = ({ context }: SnapshotFrom<typeof messageBoxMachine>) => context;
