import type { MessageRef } from './message.ts';

export type MessageBoxInput = {
  /** a notice has one button, a confirmation two */
  mode: 'notice' | 'confirm';
  title: MessageRef;
  message: MessageRef;
  /** on the button that goes ahead, where there is a better word than the usual one */
  confirm?: MessageRef;
};

export type MessageBoxOutput = 'confirmed' | 'cancelled';

/**
 * What each dialog takes and answers, by the systemId of its chart. Another one adds itself in its
 * `x.types.ts`, as it does to the events of the charts.
 */
export interface Dialogs {
  messageBox: { input: MessageBoxInput; output: MessageBoxOutput };
}

export type DialogKind = keyof Dialogs;
