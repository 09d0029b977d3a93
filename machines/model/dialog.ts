import type { MessageRef } from './message.ts';

export type MessageBoxInput = {
  /** a notice has one button, a confirmation two */
  mode: 'notice' | 'confirm';
  title: MessageRef;
  message: MessageRef;
  /** label of the confirming button, if the usual one does not fit */
  confirm?: MessageRef;
};

export type MessageBoxOutput = 'confirmed' | 'cancelled';

/**
 * Input and output of each dialog, by the systemId of its chart. A new dialog adds itself in its `x.types.ts`,
 * as it does for the events of the charts.
 */
export interface Dialogs {
  messageBox: { input: MessageBoxInput; output: MessageBoxOutput };
}

export type DialogKind = keyof Dialogs;
