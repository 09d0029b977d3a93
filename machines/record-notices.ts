import { type ActionFunction, type EventObject, enqueueActions, type MachineContext } from 'xstate';
import { chart } from './charts.ts';
import type { DialogRequested } from './dialogs/dialogs.types.ts';
import { type NextPhoto, nextPhotoOf } from './model/next-photo.ts';
import type { TaskRecord } from './model/task-record.ts';
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

type Next = { record: TaskRecord | null; picture: NextPhoto };

/** Returns an action that passes a picture of the record to the studio as the next photo. */
export const sendNextPhoto = <
  Context extends MachineContext,
  Event extends EventObject,
>(): ActionFunction<Context, Event, Event, Next, never, never, never, never, never> =>
  enqueueActions(({ enqueue }, { record, picture }: Next) => {
    const source = nextPhotoOf(record, picture);
    if (source) enqueue.sendTo(chart('studio'), { type: 'photo.chosen', source });
  });
