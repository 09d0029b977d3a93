const isTextField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type=range]), textarea, [contenteditable]:not([contenteditable=false])',
  ) !== null;

/**
 * Blocks the context menu (R13), except on text fields, because a phone needs the menu to paste.
 */
export function blockContextMenu(document: Document) {
  document.addEventListener('contextmenu', (event) => {
    if (!isTextField(event.target)) event.preventDefault();
  });
}
