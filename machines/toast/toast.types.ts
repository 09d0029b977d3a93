import type { MessageRef } from '../model/message.ts';

/** green, red, orange, grey (R18) */
export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export type ToastContext = {
  /** `number` differs for every toast, also when it says the same again */
  toast: { message: MessageRef; kind: ToastKind; number: number } | null;
  count: number;
};

export type ToastRequest = { type: 'toast.requested'; message: MessageRef; kind: ToastKind };

export type ToastEvent = ToastRequest | { type: 'toast.dismissed' };
