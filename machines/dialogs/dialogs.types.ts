import type { AnyStateMachine } from 'xstate';
import type { ChartEvents } from '../charts.ts';
import type { DialogKind, Dialogs } from '../model/dialog.ts';
import type { BackPressed } from '../ports/navigation.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

/** systemId of a chart that handles `dialog.answered`. */
export type DialogRequester = {
  [Id in keyof ChartEvents]: 'dialog.answered' extends ChartEvents[Id]['type'] ? Id : never;
}[keyof ChartEvents];

export type DialogRequest = {
  [Kind in DialogKind]: {
    /**
     * Identifies this request in the answer. While this request is queued or open, another request
     * with the same id is ignored.
     */
    id: string;
    /** one word for the topic, written to the log */
    name: string;
    /**
     * systemId of the chart that receives `dialog.answered`, or null if no chart needs the answer
     */
    requester: DialogRequester | null;
    kind: Kind;
    input: Dialogs[Kind]['input'];
  };
}[DialogKind];

/**
 * The output of the dialog's chart. A dialog that could not be shown, or crashed, counts as
 * cancelled.
 */
export type DialogAnswer = Dialogs[DialogKind]['output'] | 'cancelled';

export type DialogAnswered = { type: 'dialog.answered'; id: string; answer: DialogAnswer };

export type DialogsContext = {
  /** in the order of the requests; the first request is loading or open */
  queue: readonly DialogRequest[];
};

export type DialogRequested = { type: 'dialog.requested'; dialog: DialogRequest };

export type DialogsEvent =
  | DialogRequested
  /** the requester has stopped; the dialogs of this requester close without an answer */
  | { type: 'dialog.withdrawn'; requester: DialogRequester }
  /**
   * the root shows its own dialog or page; every dialog except the one with the id `but` counts as
   * cancelled
   */
  | { type: 'dialogs.cancelled'; but: string | null }
  /** the screen of the dialog with this id has failed */
  | { type: 'dialog.failed'; id: string; failure: PortFailure }
  /** the back button was pressed; the open dialog counts as cancelled */
  | BackPressed
  /* from the chart of the open dialog */
  | { type: 'xstate.done.actor.dialog'; output: DialogAnswer }
  | { type: 'xstate.error.actor.dialog'; error: unknown };

/** The loaded chart of a dialog, and the input of that chart. */
export type DialogStart = { chart: AnyStateMachine; input: unknown };

declare module '../charts.ts' {
  interface ChartEvents {
    dialogs: DialogsEvent;
  }
}
