export type MessageBoxEvent = { type: 'dialog.confirmed' } | { type: 'dialog.cancelled' };

declare module '../charts.ts' {
  interface ChartEvents {
    messageBox: MessageBoxEvent;
  }
}
