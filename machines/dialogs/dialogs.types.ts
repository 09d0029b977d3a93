import type { ChartEvents } from '../charts.ts';

/**
 * What each dialog takes and answers, by the systemId of its chart. A dialog adds itself in its
 * `x.types.ts`: `declare module '../dialogs/dialogs.types.ts' { interface Dialogs { … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration
export interface Dialogs {}

export type DialogKind = keyof Dialogs;

type OfKind<Kind extends DialogKind> = Dialogs[Kind] extends {
  input: infer Input;
  output: infer Output;
}
  ? { input: Input; output: Output }
  : never;

/** systemId of a chart that hears `dialog.answered`. */
export type DialogRequester = {
  [Id in keyof ChartEvents]: DialogAnswered extends ChartEvents[Id] ? Id : never;
}[keyof ChartEvents];

export type DialogRequest = {
  [Kind in DialogKind]: {
    /** names this request in the answer; while it is open or waits, another with its id is ignored */
    id: string;
    /** what it is about, in a word, for the log */
    name: string;
    /** who gets the answer; null when nobody waits for it */
    requester: DialogRequester | null;
    kind: Kind;
    input: OfKind<Kind>['input'];
  };
}[DialogKind];

export type DialogAnswered = {
  [Kind in DialogKind]: {
    type: 'dialog.answered';
    id: string;
    kind: Kind;
    /** null when it was closed before it could be asked */
    answer: OfKind<Kind>['output'] | null;
  };
}[DialogKind];

export type DialogsContext = {
  /** the dialog on its way or open; one without an id while there is none */
  current: DialogRequest;
  /** in the order they were asked for */
  waiting: readonly DialogRequest[];
};

export type DialogOpened = { type: 'dialog.opened'; dialog: DialogRequest };

export type DialogsEvent =
  | DialogOpened
  /** the requester has left: its dialogs close and nobody is answered */
  | { type: 'dialog.withdrawn'; requester: DialogRequester }
  /** of a dialog that is still on its way, or cannot be shown */
  | { type: 'dialog.retried' }
  | { type: 'dialog.dismissed' }
  | { type: 'connection.restored' };

declare module '../charts.ts' {
  interface ChartEvents {
    dialogs: DialogsEvent;
  }
}
