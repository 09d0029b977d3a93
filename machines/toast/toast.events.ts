import type { MessageRef } from '../model/message.ts';

/** green, red, orange, grey (R18) */
export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export type ToastContext = {
  toast: { message: MessageRef; kind: ToastKind; number: number } | null;
};

export type ToastEvent =
  | { type: 'toast.requested'; message: MessageRef; kind: ToastKind }
  | { type: 'toast.dismissed' };
