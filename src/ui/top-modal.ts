import { useSyncExternalStore } from 'react';

/** The open modal dialogs. The dialog on top is the last one. */
const open: HTMLElement[] = [];
const listeners = new Set<() => void>();

function tell() {
  for (const listener of listeners) listener();
}

/** Opens a dialog as a modal dialog. Returns a function that closes the dialog. */
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
 * Returns the modal dialog on top, or null if no dialog is open. Content that must be visible above
 * the dialog has to be rendered inside the dialog, because everything outside is inert.
 */
export const useTopModal = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  );
