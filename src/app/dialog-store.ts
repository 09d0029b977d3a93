import { type ComponentType, createElement, type ReactNode } from 'react';
import type { DialogKind } from '../../machines/dialogs/dialogs.types.ts';
import type { DialogPort } from '../../machines/ports/dialog.port.ts';
import { PortError } from '../../machines/ports/port-failure.ts';

type View = ComponentType;

/* What shows each dialog, a chunk of its own. */
const loaders: Record<DialogKind, () => Promise<{ default: View }>> = {
  messageBox: () => import('../features/message-box/message-box.tsx'),
};

const isKind = (kind: string): kind is DialogKind => kind in loaders;

/** The code of dialogs, loaded when the first of its kind is asked for, and kept. */
export type DialogStore = DialogPort & { render: (kind: DialogKind) => ReactNode };

export function createDialogStore(): DialogStore {
  const views = new Map<DialogKind, View>();
  return {
    loadDialog: async ({ kind }) => {
      if (!isKind(kind)) throw new PortError({ reason: 'unexpected', msg: `No dialog ${kind}` });
      if (views.has(kind)) return;
      try {
        views.set(kind, (await loaders[kind]()).default);
      } catch (cause) {
        const reason = navigator.onLine ? 'unexpected' : 'offline';
        throw new PortError({ reason, call: 'loadDialog' }, { cause });
      }
    },
    render: (kind) => {
      const view = views.get(kind);
      return view ? createElement(view) : null;
    },
  };
}
