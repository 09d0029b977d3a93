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
     * Identifies this request in the answer. Another request with the same id is ignored while this
     * one is queued or open.
     */
    id: string;
    /** topic in a word, for the log */
    name: string;
    /** receiver of `dialog.answered`, or null if none */
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
  /** the requester has stopped; its dialogs close without an answer */
  | { type: 'dialog.withdrawn'; requester: DialogRequester }
  /** the root shows its own dialog or page; every dialog except `but` counts as cancelled */
  | { type: 'dialogs.cancelled'; but: string | null }
  /** the screen of the dialog with this id has failed */
  | { type: 'dialog.failed'; id: string; failure: PortFailure }
  /** counts as cancelled */
  | BackPressed
  /* from the chart of the open dialog */
  | { type: 'xstate.done.actor.dialog'; output: DialogAnswer }
  | { type: 'xstate.error.actor.dialog'; error: unknown };

/** The loaded chart of a dialog, and its input. */
export type DialogStart = { chart: AnyStateMachine; input: unknown };

declare module '../charts.ts' {
  interface ChartEvents {
    dialogs: DialogsEvent;
  }
}
