import type { DialogRequest } from '../model/dialog.ts';

export type DialogsContext = {
  open: DialogRequest | null;
  /** opened one after the other, oldest first */
  waiting: readonly DialogRequest[];
};

export type DialogsEvent =
  | { type: 'dialog.opened'; dialog: DialogRequest }
  | { type: 'dialog.confirmed' }
  | { type: 'dialog.cancelled' }
  /** the requester does not need the answer any more */
  | { type: 'dialog.withdrawn'; id: string };
