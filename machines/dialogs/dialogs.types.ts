import type { DialogRequest, DialogRequester } from '../model/dialog.ts';

export type DialogsContext = {
  open: DialogRequest | null;
  /** opened one after the other, oldest first */
  waiting: readonly DialogRequest[];
};

export type DialogOpened = { type: 'dialog.opened'; dialog: DialogRequest };

export type DialogsEvent =
  | DialogOpened
  | { type: 'dialog.confirmed' }
  | { type: 'dialog.cancelled' }
  /** the requester has left: its dialogs close and nobody is answered */
  | { type: 'dialog.withdrawn'; requester: DialogRequester };

declare module '../charts.ts' {
  interface ChartEvents {
    dialogs: DialogsEvent;
  }
}
