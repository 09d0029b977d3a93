/**
 * Moves the focus to the content. Called when the pressed button disappears, because the focus
 * would be lost with it.
 */
export const focusContent = () => {
  document.getElementById('content')?.focus({ preventScroll: true });
};
