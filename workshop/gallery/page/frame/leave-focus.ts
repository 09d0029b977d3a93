const focused = (): HTMLElement | null => {
  const element = parent.document.activeElement as HTMLElement | null;
  return element === window.frameElement ? null : element;
};

/**
 * Prevents pages from moving the focus, which would interrupt keyboard navigation in the gallery.
 * @returns a function that allows it again
 */
export function leaveFocusOutside(): () => void {
  if (window.parent === window) return () => {};
  const { focus } = HTMLElement.prototype;
  const { showModal } = HTMLDialogElement.prototype;
  HTMLElement.prototype.focus = () => {};
  HTMLDialogElement.prototype.showModal = function showWithoutFocus() {
    const before = focused();
    showModal.call(this);
    before?.focus({ preventScroll: true });
  };
  return () => {
    if (window.frameElement?.hasAttribute('inert')) return;
    HTMLElement.prototype.focus = focus;
    HTMLDialogElement.prototype.showModal = showModal;
  };
}
