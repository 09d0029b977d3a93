import type { CallRejected } from './app/app.types.ts';
import type { DialogRequested } from './dialogs/dialogs.types.ts';
import type { PortFailure } from './ports/port-failure.ts';
import type { ToastRequest } from './toast/toast.types.ts';

/* Messages to other charts that the charts of attempts and records share. */

/** A failed call, for the root; `fallback` is the message when the root has none of its own. */
export const rejected =
  (fallback?: 'toast.removalFailed' | 'toast.cancelFailed') =>
  (_: unknown, { failure }: { failure: PortFailure }): CallRejected => ({
    type: 'call.rejected',
    failure,
    ...(fallback ? { fallback } : {}),
  });

/** The question before a record is deleted; the answer comes back to the requester. */
export const removalQuestion = (
  requester: 'records' | 'result',
  recordId: string | null,
): DialogRequested => ({
  type: 'dialog.requested',
  dialog: {
    id: `${requester}.removal.${recordId}`,
    name: 'removal',
    requester,
    kind: 'messageBox',
    input: {
      mode: 'confirm',
      title: { id: 'dialog.deleteRecord.title' },
      message: { id: 'dialog.deleteRecord.message' },
      confirm: { id: 'dialog.deleteRecord.confirm' },
    },
  },
});

export const recordDeleted: ToastRequest = {
  type: 'toast.requested',
  kind: 'success',
  message: { id: 'toast.recordDeleted' },
};
