import type { MessageRef } from './message.ts';

export type MessageBoxInput = {
  /** a notice has one button, a confirmation has two */
  mode: 'notice' | 'confirm';
  title: MessageRef;
  message: MessageRef;
  /** label of the confirming button, if the usual one does not fit */
  confirm?: MessageRef;
};

export type MessageBoxOutput = 'confirmed' | 'cancelled';

/**
 * The input and output of each dialog, by the systemId of its chart. Each dialog adds its own in
 * `x.types.ts`.
 */
export interface Dialogs {
  messageBox: { input: MessageBoxInput; output: MessageBoxOutput };
}

export type DialogKind = keyof Dialogs;
