import type { MessageRef } from '../model/message.ts';

export type MessageBoxInput = {
  /** a notice has one button, a confirmation two */
  mode: 'notice' | 'confirm';
  title: MessageRef;
  message: MessageRef;
  /** on the button that goes ahead, where there is a better word than the usual one */
  confirm?: MessageRef;
};

export type MessageBoxOutput = 'confirmed' | 'cancelled';

export type MessageBoxEvent = { type: 'dialog.confirmed' } | { type: 'dialog.cancelled' };

declare module '../charts.ts' {
  interface ChartEvents {
    messageBox: MessageBoxEvent;
  }
}
