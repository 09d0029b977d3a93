import type { DialogRequested } from './dialogs/dialogs.types.ts';
import type { ToastRequest } from './toast/toast.types.ts';

/**
 * Returns the request for a dialog that asks whether to delete a record. The requester gets the
 * answer.
 */
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
