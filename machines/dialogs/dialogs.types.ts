import type { AnyStateMachine } from 'xstate';
import type { ChartEvents } from '../charts.ts';
import type { DialogKind, Dialogs } from '../model/dialog.ts';
import type { BackPressed } from '../ports/navigation.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

/** systemId of a chart that hears `dialog.answered`. */
export type DialogRequester = {
  [Id in keyof ChartEvents]: 'dialog.answered' extends ChartEvents[Id]['type'] ? Id : never;
}[keyof ChartEvents];

export type DialogRequest = {
  [Kind in DialogKind]: {
    /** names this request in the answer; while it is open or waits, another with its id is ignored */
    id: string;
    /** what it is about, in a word, for the log */
    name: string;
    /** who gets `dialog.answered`; null when nobody waits for it */
    requester: DialogRequester | null;
    kind: Kind;
    input: Dialogs[Kind]['input'];
  };
}[DialogKind];

/** What its chart puts out; one that could not be shown, or crashed, counts as cancelled. */
export type DialogAnswer = Dialogs[DialogKind]['output'] | 'cancelled';

export type DialogAnswered = { type: 'dialog.answered'; id: string; answer: DialogAnswer };

export type DialogsContext = {
  /** in the order in which they were asked for; the first is on its way or open */
  queue: readonly DialogRequest[];
};

export type DialogRequested = { type: 'dialog.requested'; dialog: DialogRequest };

export type DialogsEvent =
  | DialogRequested
  /** the requester has left: its dialogs close and nobody is answered */
  | { type: 'dialog.withdrawn'; requester: DialogRequester }
  /** the root shows something else: every dialog but this one counts as cancelled */
  | { type: 'dialogs.cancelled'; but: string | null }
  /** what shows the dialog with this id has failed */
  | { type: 'dialog.failed'; id: string; failure: PortFailure }
  /** counts as cancelled */
  | BackPressed
  /* of the chart of the open dialog */
  | { type: 'xstate.done.actor.dialog'; output: DialogAnswer }
  | { type: 'xstate.error.actor.dialog'; error: unknown };

/** The chart of a dialog, loaded, and what it takes. */
export type DialogStart = { chart: AnyStateMachine; input: unknown };

declare module '../charts.ts' {
  interface ChartEvents {
    dialogs: DialogsEvent;
  }
}
