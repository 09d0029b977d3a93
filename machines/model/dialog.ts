import type { MessageRef } from './message.ts';

export type MessageBoxInput = {
  /** a notice has one button, a confirmation has two */
  mode: 'notice' | 'confirm';
  title: MessageRef;
  message: MessageRef;
  /** label of the confirming button, if the default label does not fit */
  confirm?: MessageRef;
};

export type MessageBoxOutput = 'confirmed' | 'cancelled';

/**
 * The input and output of each dialog, by the systemId of the dialog's chart. Each dialog adds its
 * own entry in its file `x.types.ts`.
 */
export interface Dialogs {
  messageBox: { input: MessageBoxInput; output: MessageBoxOutput };
}

export type DialogKind = keyof Dialogs;
