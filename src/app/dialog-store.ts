import { type ComponentType, createElement, type ReactNode } from 'react';
import type { DialogKind } from '../../machines/model/dialog.ts';

type Dialog = ComponentType;

/* Load the component of each dialog, which is a separate chunk. */
const loaders: Record<DialogKind, () => Promise<{ default: Dialog }>> = {
  signIn: () => import('../features/sign-in/sign-in-dialog.tsx'),
  accountChange: () => import('../features/account/account-change-dialog.tsx'),
  checkout: () => import('../features/checkout/checkout-dialog.tsx'),
  orderCheck: () => import('../features/order-check/order-check-dialog.tsx'),
  dayOrderCheck: () => import('../features/order-check/day-order-check-dialog.tsx'),
  cancellation: () => import('../features/subscription/cancellation-dialog.tsx'),
  messageBox: () => import('../features/message-box/message-box.tsx'),
};

export type DialogStore = {
  load: (kind: DialogKind) => Promise<void>;
  /** Returns the dialog's element, or null until the dialog's code is loaded. */
  render: (kind: DialogKind) => ReactNode;
};

export function createDialogStore(): DialogStore {
  const dialogs = new Map<DialogKind, Dialog>();
  return {
    load: async (kind) => {
      if (!dialogs.has(kind)) dialogs.set(kind, (await loaders[kind]()).default);
    },
    render: (kind) => {
      const dialog = dialogs.get(kind);
      return dialog ? createElement(dialog) : null;
    },
  };
}
