import { useSyncExternalStore } from 'react';

/** Open modal dialogs, the top dialog last. */
const open: HTMLElement[] = [];
const listeners = new Set<() => void>();

function tell() {
  for (const listener of listeners) listener();
}

/** Opens a dialog modally; returns a function that closes it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  open.push(dialog);
  tell();
  return () => {
    dialog.close();
    open.splice(open.indexOf(dialog), 1);
    tell();
  };
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The top modal dialog, or null. Content that must be visible above the dialog has to be rendered
 * inside it, because everything outside is inert.
 */
export const useTopModal = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  );
