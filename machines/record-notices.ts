import { type ActionFunction, type EventObject, enqueueActions, type MachineContext } from 'xstate';
import { chart } from './charts.ts';
import type { DialogRequested } from './dialogs/dialogs.types.ts';
import { type NextPhoto, nextPhotoOf } from './model/next-photo.ts';
import type { TaskRecord } from './model/task-record.ts';
import type { ToastRequest } from './toast/toast.types.ts';

const single = {
  title: { id: 'dialog.deleteRecord.title' },
  message: { id: 'dialog.deleteRecord.message' },
  confirm: { id: 'dialog.deleteRecord.confirm' },
};

const several = (count: number) => ({
  title: { id: 'dialog.deleteRecords.title', values: { count } },
  message: { id: 'dialog.deleteRecords.message' },
  confirm: { id: 'dialog.deleteRecords.confirm', values: { count } },
});

/**
 * Returns the request for a dialog that asks whether to delete one or more records. `id` identifies
 * the records. The requester gets the answer.
 */
export const removalQuestion = (
  requester: 'records' | 'result',
  id: string | null,
  count = 1,
): DialogRequested => ({
  type: 'dialog.requested',
  dialog: {
    id: `${requester}.removal.${id}`,
    name: 'removal',
    requester,
    kind: 'messageBox',
    input: { mode: 'confirm', ...(count === 1 ? single : several(count)) },
  },
});

export const recordDeleted: ToastRequest = {
  type: 'toast.requested',
  kind: 'success',
  message: { id: 'toast.recordDeleted' },
};

type Removal = { asked: number; kept: number };

const counted = (id: string, kind: ToastRequest['kind'], count: number): ToastRequest => ({
  type: 'toast.requested',
  kind,
  message: { id, values: { count } },
});

/** Returns null if the only record was not deleted: the root says why, or the visitor has changed. */
const outcomeOf = ({ asked, kept }: Removal): ToastRequest | null => {
  if (asked === 1) return kept === 0 ? recordDeleted : null;
  if (kept > 0) return counted('toast.recordsKept', 'error', kept);
  return counted('toast.recordsDeleted', 'success', asked);
};

/** Returns an action that shows how many records were deleted, or how many were not. */
export const toastRemoval = <
  Context extends MachineContext,
  Event extends EventObject,
>(): ActionFunction<Context, Event, Event, Removal, never, never, never, never, never> =>
  enqueueActions(({ enqueue }, removal: Removal) => {
    const toast = outcomeOf(removal);
    if (toast) enqueue.sendTo(chart('toast'), toast);
  });

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
