import { useSyncExternalStore } from 'react';

/** Open modal dialogs, the one on top last. */
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
 * The top modal dialog, or null. Everything outside it is inert: content that must be visible,
 * announced and closable above it has to be rendered inside.
 */
export const useTopModal = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  );
