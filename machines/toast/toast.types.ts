import type { MessageRef } from '../model/message.ts';

/** The kinds of toasts, in this order: green, red, orange, grey (R18). */
export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export type ToastContext = {
  /** `number` differs for every toast, even if two toasts have the same text */
  toast: { message: MessageRef; kind: ToastKind; to: string | null; number: number } | null;
  count: number;
};

export type ToastRequest = {
  type: 'toast.requested';
  message: MessageRef;
  kind: ToastKind;
  /** path without language of the page that the toast's link opens */
  to?: string | null;
};

export type ToastEvent = ToastRequest | { type: 'toast.dismissed' };

declare module '../charts.ts' {
  interface ChartEvents {
    toast: ToastEvent;
  }
}
