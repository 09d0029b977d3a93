import type { MessageRef } from '../model/message.ts';

/** green, red, orange, grey (R18) */
export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export type ToastContext = {
  /** `number` differs for every toast, also when it says the same again */
  toast: (Omit<ToastRequest, 'type'> & { number: number }) | null;
  count: number;
};

export type ToastRequest = {
  type: 'toast.requested';
  message: MessageRef;
  kind: ToastKind;
  /** where it leads: a path of this site without language */
  link?: { to: string; label: MessageRef };
};

export type ToastEvent = ToastRequest | { type: 'toast.dismissed' };

declare module '../charts.ts' {
  interface ChartEvents {
    toast: ToastEvent;
  }
}
