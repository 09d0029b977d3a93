import type { SnapshotFrom } from 'xstate';
import type { toastMachine } from './toast.machine.ts';

type ToastSnapshot = SnapshotFrom<typeof toastMachine>;

export const selectToast = (snapshot: ToastSnapshot) => snapshot.context.toast;
